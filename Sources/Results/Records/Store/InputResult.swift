/// The result of one input of a batch.
package struct InputResult: Sendable {
  /// How reading it ended.
  package enum State: String, Sendable {
    /// Read to its end.
    case done
    /// Could not be read, or not to its end.
    case unreadable
    /// Took too long.
    case timedOut = "timed-out"
    /// Found in a directory, and no stream.
    case noStream = "no-stream"
  }

  /// How reading it ended.
  package var state: State
  /// Why nothing, or not everything, could be read.
  package var error: String?
  /// The tasks that were done.
  package var did: Set<RecordKind>
  /// Bytes read.
  package var bytes: Int64
  /// The verdict on it, when it was checked.
  package var report: CheckRow?
  /// The pings that it would have given without the gaps between its DATA tags; nil without gaps.
  package var pingsWithoutGaps: Int?

  package init(
    _ state: State,
    error: String? = nil,
    did: Set<RecordKind>,
    bytes: Int64 = 0,
    report: CheckRow? = nil,
    pingsWithoutGaps: Int? = nil
  ) {
    self.state = state
    self.error = error
    self.did = did
    self.bytes = bytes
    self.report = report
    self.pingsWithoutGaps = pingsWithoutGaps
  }
}
