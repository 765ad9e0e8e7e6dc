/// A PES packet whose place on the timeline is not known yet.
struct WaitingPES {
  /// The reference may take so long to follow a tag into a new time base: 2 s.
  static let timeout90kHz = 2 * Timestamp.ticksPerSecond

  let pes: MetadataPES
  /// The presentation time until which a reference nearer to the time stamp is waited for; nil while
  /// there is no reference at all.
  var deadline: Int64?
}

/// What the sieve cannot say before a clock has moved on.
struct WaitingForClock {
  /// PES packets without a place.
  var packets: [WaitingPES] = []
  /// Changes of ID3 streams that a discontinuity may yet excuse.
  var changes: [PendingChange] = []

  /// Whether nothing waits.
  var isEmpty: Bool { packets.isEmpty && changes.isEmpty }
}
