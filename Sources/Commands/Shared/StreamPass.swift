import Presentation
import TimedMetadata

/// Reads one input to its end. All commands but `watch` read by this loop, and say
/// what listens.
struct StreamPass {
  /// How notes of the stream are reported.
  enum Notes {
    /// Losses as notices, all others in the log.
    case losses
    case log
  }

  /// The input, as the user named it.
  let input: String
  let diagnostics: Diagnostics
  var notes = Notes.log
  /// Whether what is marked is logged.
  var logsMarkers = true
  /// Gets every event before all others do.
  var onEvent: (TimedMetadataEvent) -> Void = { _ in }
  /// Gets every tag with its index in the input.
  var onTag: (TimedTag, Int) async throws -> Void = { _, _ in }
  /// Gets what a playlist, or SCTE-35 in the media, marks.
  var onMarker: (TimelineMarker) throws -> Void = { _ in }

  /// Tags so far.
  private(set) var tagCount = 0
  /// Tags with a Nielsen payload so far.
  private(set) var nielsenTagCount = 0
  /// The losses so far.
  private(set) var losses = LossTally()

  init(_ input: String, _ diagnostics: Diagnostics) {
    self.input = input
    self.diagnostics = diagnostics
  }

  /// Passes the events to the listeners.
  /// - Returns: The result of reading; nil when the input was stopped before its end.
  /// - Throws: `TimedMetadataError` when reading fails, and what listeners throw.
  mutating func read(_ events: TimedMetadataEvents) async throws -> InputSummary? {
    var summary: InputSummary?
    while let event = try await events.next() {
      onEvent(event)
      switch event {
      case .tag(let tag):
        let index = tagCount
        tagCount += 1
        if tag.nielsen != nil { nielsenTagCount += 1 }
        try await onTag(tag, index)
      case .note(let note): report(note)
      case .marker(let marker):
        try onMarker(marker)
        if logsMarkers { diagnostics.marker(marker, in: input) }
      case .segment: break
      case .end(let end): summary = end
      }
    }
    return summary
  }

  private mutating func report(_ note: StreamNote) {
    losses.count(note)
    switch notes {
    case .losses: diagnostics.note(note, in: input)
    // How an input was read is reported by all.
    case .log where [.playlistCaptured, .joinedHole, .manifestUnused].contains(note.id):
      diagnostics.note(note, in: input)
    case .log: diagnostics.log(note, in: input)
    }
  }
}
