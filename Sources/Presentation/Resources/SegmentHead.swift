import Synchronization

/// The facts that the segments of a rendition have shown about the bytes before their media data.
final class SegmentHead: Sendable {
  private struct State {
    var length: Int64 = 4096
    var areRangesSent = true
  }

  /// The bounds of a first request. The lower one is enough to detect fragmented media.
  private static let lengths: ClosedRange<Int64> = 1024...(256 << 10)

  private let state = Mutex(State())

  /// The number of bytes to request first.
  var length: Int64 { state.withLock(\.length) }

  /// Whether the server supports ranges, as far as is known.
  var areRangesSent: Bool { state.withLock(\.areRangesSent) }

  /// Most of a segment was needed, with many ranges: the next segments are fetched as a whole.
  func noteReadWhole() { noteWhole() }

  /// The server sent everything although a range was requested.
  func noteWhole() { state.withLock { $0.areRangesSent = false } }

  /// Records that `count` bytes were needed: the next segment may need a quarter more. The length decreases only
  /// slowly.
  func note(needed count: Int64) {
    state.withLock { state in
      let length = max(count + count / 4, state.length - state.length / 8)
      state.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
    }
  }
}
