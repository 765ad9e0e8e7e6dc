/// A packed audio segment, parsed independently of the code that made it.
struct WalkedPackedAudio {
  /// A tag, with the number of frames before it.
  struct Tag: Equatable {
    var bytes: [UInt8]
    var frames: Int
  }

  var tags: [Tag] = []
  var frameHeaders: [[UInt8]] = []
  /// The number of bytes that belong to neither tags nor frames.
  var strayCount = 0

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if rest.starts(with: "ID3".utf8), rest.count >= 10 {
        let size = rest.dropFirst(6).prefix(4).reduce(0) { $0 << 7 | Int($1) } + 10
        tags.append(Tag(bytes: Array(rest.prefix(size)), frames: frameHeaders.count))
        rest = rest.dropFirst(size)
      } else if rest.count >= 7, rest.starts(with: [0xff, 0xf1]) {
        let header = Array(rest.prefix(7))
        let size = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5]) >> 5
        guard size >= 7, size <= rest.count else {
          strayCount += rest.count
          return
        }
        frameHeaders.append(header)
        rest = rest.dropFirst(size)
      } else {
        strayCount += 1
        rest = rest.dropFirst()
      }
    }
  }

  /// The PTS in the leading time stamp tag. Nil if there is no such tag.
  var timestamp: Int64? {
    guard let tag = tags.first, tag.frames == 0, tag.bytes.count == 73 else { return nil }
    let owner = "com.apple.streaming.transportStreamTimestamp"
    guard tag.bytes[20...].starts(with: Array(owner.utf8) + [0]) else { return nil }
    return tag.bytes[65...].reduce(0) { $0 << 8 | Int64($1) }
  }
}
