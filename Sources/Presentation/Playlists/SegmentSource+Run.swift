import TimedMetadata

extension SegmentSource {
  /// The start of a run.
  struct Run {
    var kind: InputKind
    var start: Double
    /// The number of restarts of the media sequence before it.
    var epoch: Int
    var discontinuitySequence: Int
    /// Presentation seconds at media time 0; nil if only durations place the run.
    var mediaOffset: Double?
    /// Seconds to add to the presentation times of event messages whose stream has its own offset in the manifest.
    var messageShifts: [DeclaredEventStream: Double] = [:]
    var initialization: [UInt8]
    /// The location of the initialization section.
    var initializationPlace: InitializationPlace?
  }
}

extension TimedMetadataError {
  /// A segment without packets of a transport stream.
  static func garbage(in segment: PlannedSegment) -> TimedMetadataError {
    TimedMetadataError(
      .unknownKind,
      input: segment.uri,
      reason: "holds no transport stream packets",
      remedy: segment.encryption == nil ? "check what the server answers" : "check the key"
    )
  }
}
