import TransportStream

/// A transport stream that is cut into the segments of a playlist. Cuts are at tables before key frames, and no byte is
/// changed.
struct CutStream {
  /// The segments and the playlist, by name.
  private(set) var files: [String: [UInt8]] = [:]
  /// The tags, with their segments and offsets in the segments.
  private(set) var injected: [TagInjector.Injected] = []

  static let playlistName = "index.m3u8"

  /// The time of day at each second of the stream, in June 2025.
  private static let dates = (0..<64).map { second in
    "2025-06-01T12:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).000Z"
  }

  init(_ stream: TagInjector, every seconds: Int) throws {
    let places = Self.places(stream.bytes, every: seconds)
    guard places.count > 2 else { throw TagInjector.NotUnderstood(words: "no key frames") }
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:\(seconds)", "#EXT-X-MEDIA-SEQUENCE:0",
      "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    for (index, place) in places.enumerated() {
      let isLast = index == places.count - 1
      // Packets before the first key frame belong to the first segment.
      let begin = index == 0 ? 0 : place.offset
      let range = begin..<(isLast ? stream.bytes.count : places[index + 1].offset)
      let end = isLast ? TagPlan.seconds : places[index + 1].time
      let name = "s\(index).ts"
      files[name] = Array(stream.bytes[range])
      lines.append("#EXT-X-PROGRAM-DATE-TIME:\(Self.dates[min(63, Int(place.time.rounded()))])")
      lines += ["#EXTINF:\(end - place.time),", name]
      injected += stream.injected.compactMap { tag in
        guard let offset = tag.offset, range.contains(Int(offset)) else { return nil }
        var tag = tag
        tag.segment = name
        tag.offset = offset - Int64(range.lowerBound)
        return tag
      }
    }
    files[Self.playlistName] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
  }

  /// The key frames at which segments begin: the offset of the tables, and seconds since the first key frame.
  private static func places(
    _ bytes: [UInt8],
    every seconds: Int
  ) -> [(offset: Int, time: Double)] {
    var places: [(offset: Int, time: Double)] = []
    var (table, first) = (0, Int64?.none)
    let size = TransportPacket.byteCount
    for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
      let packet = bytes[start..<(start + size)]
      let startsUnit = packet[start + 1] & 0x40 != 0
      if startsUnit, packet[start + 1] & 0x1f == 0, packet[start + 2] == 0 { table = start }
      // The packet is a random access point of the video.
      guard startsUnit, packet[start + 3] & 0x20 != 0, packet[start + 4] > 0,
        packet[start + 5] & 0x40 != 0, TagInjector.payload(packet).dropFirst(3).first ?? 0 >= 0xe0,
        let pts = TagInjector.pts(packet)
      else { continue }
      let begin = first ?? pts
      first = begin
      let time = Double(pts - begin) / 90_000
      if time >= Double(places.count * seconds) - 0.1 { places.append((table, time)) }
    }
    return places
  }
}
