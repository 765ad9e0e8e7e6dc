import Synchronization

/// What the segments of a rendition have shown about the bytes in front of their media data.
final class SegmentHead: Sendable {
  private struct State {
    var length: Int64 = 4096
    var areRangesSent = true
  }

  /// As many as tell for certain that a segment is fragmented media.
  private static let lengths: ClosedRange<Int64> = 1024...(256 << 10)

  private let state = Mutex(State())

  /// Bytes to ask for first.
  var length: Int64 { state.withLock(\.length) }

  /// Whether the server sends ranges, as far as is known.
  var areRangesSent: Bool { state.withLock(\.areRangesSent) }

  /// Most of a segment was wanted, by many ranges: the next ones are better fetched whole.
  func noteReadWhole() { noteWhole() }

  /// The server sent everything though a range was asked for.
  func noteWhole() { state.withLock { $0.areRangesSent = false } }

  /// So many bytes were needed: the next segment may need a quarter more. It is asked for less only slowly.
  func note(needed count: Int64) {
    state.withLock { state in
      let length = max(count + count / 4, state.length - state.length / 8)
      state.length = min(max(length, Self.lengths.lowerBound), Self.lengths.upperBound)
    }
  }
}
