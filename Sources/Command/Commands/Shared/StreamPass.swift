import Presentation
import TimedMetadata

/// The events of one input, of which notes and marks are reported on the way. All commands but `watch` read by this.
final class StreamPass: AsyncSequence, AsyncIteratorProtocol {
  /// How notes of the stream are reported.
  enum Notes {
    /// Losses as notices, all others in the log.
    case losses
    case log
  }

  /// The input, as the user named it.
  private let input: String
  private let events: TimedMetadataEvents
  private let diagnostics: Diagnostics
  private let notes: Notes
  private let logsMarkers: Bool

  /// Tags so far.
  private(set) var tagCount = 0
  /// Tags with a Nielsen payload so far.
  private(set) var nielsenTagCount = 0
  /// The losses so far.
  private(set) var losses = LossTally()
  /// The result of reading; nil before the end.
  private(set) var summary: InputSummary?

  /// With `logsMarkers` what a playlist, or SCTE-35 in the media, marks is logged.
  init(
    _ input: String,
    _ events: TimedMetadataEvents,
    _ diagnostics: Diagnostics,
    notes: Notes = .log,
    logsMarkers: Bool = true
  ) {
    (self.input, self.events, self.diagnostics) = (input, events, diagnostics)
    (self.notes, self.logsMarkers) = (notes, logsMarkers)
  }

  /// The index of the latest tag in the input.
  var tagIndex: Int { tagCount - 1 }

  /// The same events: they are read once.
  func makeAsyncIterator() -> StreamPass { self }

  /// Waits for the next event.
  func next() async throws(TimedMetadataError) -> TimedMetadataEvent? {
    let event = try await events.next()
    switch event {
    case .tag(let tag):
      tagCount += 1
      if tag.nielsen != nil { nielsenTagCount += 1 }
    case .note(let note): report(note)
    case .marker(let marker): if logsMarkers { diagnostics.marker(marker, in: input) }
    case .end(let end): summary = end
    case .segment, nil: break
    }
    return event
  }

  private func report(_ note: StreamNote) {
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
