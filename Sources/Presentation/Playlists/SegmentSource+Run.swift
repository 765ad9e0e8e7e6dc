import TimedMetadata

extension SegmentSource {
  /// What starts a run.
  struct Run {
    var kind: InputKind
    var start: Double
    /// How often the media sequence had started again.
    var epoch: Int
    var discontinuitySequence: Int
    /// Presentation seconds at media time 0; nil where only durations place the run.
    var mediaOffset: Double?
    /// Seconds to add to the presentation times of event messages that its manifest gives an offset of their own.
    var messageShifts: [DeclaredEventStream: Double] = [:]
    var initialization: [UInt8]
    /// Where the initialization section stands.
    var initializationPlace: InitializationPlace?
  }
}

extension TimedMetadataError {
  /// A segment holds nothing that belongs to a transport stream.
  static func garbage(in segment: PlannedSegment) -> TimedMetadataError {
    TimedMetadataError(
      .unknownKind,
      input: segment.uri,
      reason: "holds no transport stream packets",
      remedy: segment.encryption == nil ? "check what the server answers" : "check the key"
    )
  }
}
