/// A CMAF segment, parsed box by box independently of the code that made it.
struct WalkedFragment {
  struct Event: Equatable {
    var version: UInt8
    var timescale: Int
    var time: Int
    var duration: Int
    var id: Int
    var scheme: String
    var value: String
    var message: [UInt8]
  }

  var types: [String] = []
  var events: [Event] = []
  var brands: [String] = []
  /// The decode time of the first sample, in the track's timescale. Presentation times and the end have the same unit.
  var decodeTime = 0
  var presentationTimes: [Int] = []
  var end = 0
  /// The sum of the sample sizes, and the number of bytes in `mdat`.
  var sampleBytes = 0
  var dataBytes = 0

  init(_ bytes: [UInt8]) {
    for (type, content) in Self.boxes(bytes[...]) {
      types.append(type)
      switch type {
      case "styp", "ftyp": brands = Self.brands(content)
      case "emsg": events.append(Self.event(content))
      case "moof": takeFragment(content)
      case "mdat": dataBytes += content.count
      default: continue
      }
    }
  }

  static func boxes(_ bytes: ArraySlice<UInt8>) -> [(String, ArraySlice<UInt8>)] {
    var rest = bytes
    var boxes: [(String, ArraySlice<UInt8>)] = []
    while rest.count >= 8 {
      let size = number(rest.prefix(4))
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      guard size >= 8, size <= rest.count else { return boxes + [("broken", [])] }
      boxes.append((type, rest.prefix(size).dropFirst(8)))
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? boxes : boxes + [("broken", [])]
  }

  static func content(_ path: [String], of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var content = bytes[...]
    for type in path {
      guard let box = boxes(content).first(where: { $0.0 == type }) else { return nil }
      content = box.1
    }
    return content
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func brands(_ content: ArraySlice<UInt8>) -> [String] {
    let names = Array(content.dropFirst(8))
    return stride(from: 0, to: names.count, by: 4).map {
      String(decoding: names[$0..<min($0 + 4, names.count)], as: UTF8.self)
    }
  }

  private static func event(_ content: ArraySlice<UInt8>) -> Event {
    var rest = content
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func text() -> String {
      let bytes = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(bytes.count + 1)
      return String(decoding: bytes, as: UTF8.self)
    }
    let version = take(4).first ?? 255
    let (timescale, time) = (number(take(4)), number(take(8)))
    let (duration, id) = (number(take(4)), number(take(4)))
    let (scheme, value) = (text(), text())
    return Event(
      version: version,
      timescale: timescale,
      time: time,
      duration: duration,
      id: id,
      scheme: scheme,
      value: value,
      message: Array(rest)
    )
  }

  private mutating func takeFragment(_ content: ArraySlice<UInt8>) {
    let parts = Self.boxes(content).first { $0.0 == "traf" }.map { Self.boxes($0.1) } ?? []
    var (defaultDuration, defaultSize) = (0, 0)
    for (type, content) in parts {
      let flags = Self.number(content.dropFirst().prefix(3))
      var rest = content.dropFirst(4)
      func take(_ count: Int = 4) -> Int {
        defer { rest = rest.dropFirst(count) }
        return Self.number(rest.prefix(count))
      }
      switch type {
      case "tfhd":
        _ = take()
        if flags & 1 != 0 { _ = take(8) }
        if flags & 2 != 0 { _ = take() }
        if flags & 8 != 0 { defaultDuration = take() }
        if flags & 16 != 0 { defaultSize = take() }
      case "tfdt": decodeTime = take(content.first == 1 ? 8 : 4)
      case "trun":
        let count = take()
        if flags & 1 != 0 { _ = take() }
        if flags & 4 != 0 { _ = take() }
        var time = decodeTime
        for _ in 0..<count {
          let duration = flags & 0x100 != 0 ? take() : defaultDuration
          sampleBytes += flags & 0x200 != 0 ? take() : defaultSize
          if flags & 0x400 != 0 { _ = take() }
          var offset = flags & 0x800 != 0 ? take() : 0
          if content.first == 1, offset >= 1 << 31 { offset -= 1 << 32 }
          presentationTimes.append(time + offset)
          time += duration
        }
        end = time
      default: continue
      }
    }
  }
}
