import TimedMetadata

/// Identifies one stream of tags. Rules about order and time judge each stream separately.
struct StreamKey: Hashable, Sendable {
  /// The name of the variant, rendition or Representation; nil if there is none, or if it has no name.
  var rendition: String?
  var program: Int?
  var pid: Int?
  var carriage: Carriage

  init(_ tag: TimedTag) {
    rendition = tag.rendition
    program = tag.program
    pid = tag.pid
    carriage = tag.carriage
  }
}

extension Subject {
  init(_ stream: StreamKey) {
    self.init(rendition: stream.rendition, program: stream.program, pid: stream.pid)
  }
}

/// A value for each stream of an input.
struct PerStream<Value: Sendable>: Sendable {
  private(set) var keys: [StreamKey] = []
  private var values: [Value] = []
  private var indexOfKey: [StreamKey: Int] = [:]
  /// The index of the latest stream. The next tag is nearly always of the same stream.
  private var lastIndex = 0

  /// The maximum number of streams that are distinguished; later ones are ignored.
  static var maximumCount: Int { 4096 }

  /// Changes the value of a stream. A new stream starts with the value `initial`. Returns nil if there are too many
  /// streams.
  mutating func update<Result>(
    _ key: StreamKey,
    from initial: @autoclosure () -> Value,
    _ change: (inout Value) -> Result
  ) -> Result? {
    if let index = index(of: key) {
      lastIndex = index
    } else {
      guard keys.count < Self.maximumCount else { return nil }
      lastIndex = keys.count
      indexOfKey[key] = lastIndex
      keys.append(key)
      values.append(initial())
    }
    return change(&values[lastIndex])
  }

  mutating func updateAll(_ change: (StreamKey, inout Value) -> Void) {
    for index in keys.indices { change(keys[index], &values[index]) }
  }

  subscript(_ key: StreamKey) -> Value? { index(of: key).map { values[$0] } }

  var all: [(key: StreamKey, value: Value)] { zip(keys, values).map { (key: $0, value: $1) } }

  private func index(of key: StreamKey) -> Int? {
    if keys.indices.contains(lastIndex), keys[lastIndex] == key { return lastIndex }
    return indexOfKey[key]
  }
}
