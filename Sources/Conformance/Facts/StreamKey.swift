import TimedMetadata

/// What tells one run of tags from another: every rule about order and time looks at one at a time.
struct StreamKey: Hashable, Sendable {
  /// The HLS rendition or variant.
  var rendition: String?
  /// The program.
  var program: Int?
  /// The PID.
  var pid: Int?
  /// How its tags are carried.
  var carriage: Carriage

  init(_ tag: TimedTag) {
    rendition = tag.rendition
    program = tag.program
    pid = tag.pid
    carriage = tag.carriage
  }
}

/// A value for each stream, of which there are never more than a few hundred.
struct PerStream<Value: Sendable>: Sendable {
  private var values: [StreamKey: Value] = [:]
  /// The streams in the order they were met.
  private(set) var keys: [StreamKey] = []

  /// The most streams that are told apart: more are not looked at.
  static var maximumCount: Int { 4096 }

  /// Changes the value of a stream, which begins as `initial`.
  mutating func update<Result>(
    _ key: StreamKey,
    from initial: @autoclosure () -> Value,
    _ change: (inout Value) -> Result
  ) -> Result? {
    if values[key] == nil {
      guard keys.count < Self.maximumCount else { return nil }
      keys.append(key)
      values[key] = initial()
    }
    guard var value = values[key] else { return nil }
    defer { values[key] = value }
    return change(&value)
  }

  /// The value of a stream.
  subscript(_ key: StreamKey) -> Value? { values[key] }

  /// The streams and their values in the order they were met.
  var all: [(key: StreamKey, value: Value)] {
    keys.compactMap { key in values[key].map { (key, $0) } }
  }
}
