import Synchronization

/// Bytes that all threads together have read.
final class ByteCounter: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func add(_ bytes: Int) { count.wrappingAdd(Int64(bytes), ordering: .relaxed) }
}
