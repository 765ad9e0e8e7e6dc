import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

/// The verdicts of players on one stream.
struct PlayerMatrix {
  private let verdicts: [PlayerVerdict]
  let report: CheckReport

  /// The verdicts on a transport stream written packet by packet, as the reader reads it.
  init(_ players: String, stream build: (inout StreamBuilder) throws -> Void) throws {
    var builder = StreamBuilder()
    try build(&builder)
    let reader = try TimedMetadataReader(MemorySource(builder.bytes))
    var events: [TimedMetadataEvent] = []
    while let event = try reader.next() { events.append(event) }
    try self.init(players, events)
  }

  /// The verdicts on events, by default with the end of a transport stream.
  init(
    _ players: String,
    _ events: [TimedMetadataEvent],
    media: Set<MediaKind>? = nil,
    declared: Set<DeclaredEvent>? = nil
  ) throws {
    var options = CheckOptions()
    options.players = try PlayerChoice.list(players)
    options.declaredEvents = declared
    var checker = Checker(input: "a.ts", options: options)
    for event in events { checker.receive(event) }
    if let media {
      var summary = InputSummary(duration: 600, streams: [], byteCount: 1)
      summary.media = media
      checker.receive(.end(summary))
    }
    report = checker.report()
    verdicts = report.players
  }

  /// The shown tags of each player, such as `hls.js 2/3`: with `~` if tags are moved, `-` if not assessed.
  var cells: [String] {
    verdicts.map { verdict in
      guard let shown = verdict.shown, let missed = verdict.missed else {
        return "\(verdict.player) -"
      }
      let mark = verdict.moved ?? 0 > 0 ? "~" : ""
      return "\(verdict.player) \(shown)/\(shown + missed)\(mark)"
    }
  }

  /// The shown tags of each player, with the number of moved tags after the `~`.
  var movedCells: [String] {
    zip(verdicts, cells).map { verdict, cell in
      (cell.split(separator: "~").first ?? "") + "~\(verdict.moved ?? 0)"
    }
  }

  /// The number of tags shown by the only player.
  var shown: Int? { verdicts.first?.shown }
  var first: PlayerVerdict? { verdicts.first }
}
