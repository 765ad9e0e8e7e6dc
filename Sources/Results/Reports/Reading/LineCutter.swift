/// Cuts bytes that come in pieces into lines.
struct LineCutter {
  enum Line: Equatable {
    /// Its bytes, without the end.
    case bytes([UInt8])
    /// More bytes than are kept.
    case tooLong
  }

  /// The longest line: the report on a day of six renditions has a tenth of it.
  static let longest = 32 << 20

  private let limit: Int
  private var pending: [UInt8] = []
  private var isTooLong = false

  init(limit: Int = LineCutter.longest) { self.limit = limit }

  /// Takes the next bytes and passes the lines that end in them to `body`.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ body: (Line) throws -> Void) rethrows {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      rest = rest[(end + 1)...]
      try take(body)
    }
    keep(rest)
  }

  /// Passes what follows the last end of line to `body`.
  mutating func finish(_ body: (Line) throws -> Void) rethrows {
    if isTooLong || !pending.isEmpty { try take(body) }
  }

  private mutating func take(_ body: (Line) throws -> Void) rethrows {
    let line = isTooLong ? Line.tooLong : .bytes(pending)
    pending.removeAll(keepingCapacity: true)
    isTooLong = false
    try body(line)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong else { return }
    guard pending.count + bytes.count <= limit else {
      pending = []
      isTooLong = true
      return
    }
    pending += bytes
  }
}
