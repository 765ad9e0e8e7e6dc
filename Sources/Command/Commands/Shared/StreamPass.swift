import Presentation
import TimedMetadata

/// The sequence of one input's events, which reports notes and markers. All commands that read streams use this type,
/// except `watch`.
final class StreamPass: AsyncSequence, AsyncIteratorProtocol {
  /// How notes of the stream are reported.
  enum Notes {
    /// Losses are reported as notices, up to a limit, and other notes are logged.
    case losses
    case log
  }

  private let input: String
  private let events: TimedMetadataEvents
  private let diagnostics: Diagnostics
  private let notes: Notes
  private let logsMarkers: Bool

  /// The number of tags so far.
  private(set) var tagCount = 0
  /// The number of tags with a Nielsen payload so far.
  private(set) var nielsenTagCount = 0
  private(set) var losses = LossTally()
  /// The result of reading. Nil before the end.
  private(set) var summary: InputSummary?

  /// If `logsMarkers` is true, markers of playlists and of SCTE-35 are logged.
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

  /// The sequence itself: the events can be read only once.
  func makeAsyncIterator() -> StreamPass { self }

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
    // These notes, about how the input was read, are always reported.
    case .log where [.playlistCaptured, .joinedHole, .manifestUnused].contains(note.id):
      diagnostics.note(note, in: input)
    case .log: diagnostics.log(note, in: input)
    }
  }
}
