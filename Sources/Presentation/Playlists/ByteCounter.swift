import Synchronization

/// The number of bytes that all threads have read.
final class ByteCounter: Sendable {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  private let skippedCount = Atomic<Int64>(0)

  /// Bytes of segments that were not fetched.
  var skipped: Int64 { skippedCount.load(ordering: .relaxed) }

  func addSkipped(_ bytes: Int64) { skippedCount.wrappingAdd(bytes, ordering: .relaxed) }

  func add(_ bytes: Int) { count.wrappingAdd(Int64(bytes), ordering: .relaxed) }
}
