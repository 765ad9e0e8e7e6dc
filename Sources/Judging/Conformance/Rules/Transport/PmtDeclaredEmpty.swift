import Formats
import TimedMetadata

struct PmtDeclaredEmpty: Rule {
  static let id: RuleID = "pmt-declared-empty"
  static let title = "ID3 PID declared, but no packet arrives"
  static let text = """
    A PID that a PMT declares as ID3 is not empty.

    An empty PID indicates an inserter that is not running, or a packager that drops the tags.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .seconds(30)],
    remedy: "Check that the inserter runs, and that the packager passes the PID on.",
    source: "this tool's own rule"
  )

  private struct Stream: Hashable {
    var rendition: String?
    var pid: Int?
  }

  /// The runs of media in which a stream has no packet. A discontinuity starts another run.
  private struct Runs {
    let first: StreamNote
    /// The number of streams that were stored before this stream.
    let order: Int
    var count = 0
    var seconds = 0.0
  }

  private var empty: [Stream: Runs] = [:]
  private var carrying: Set<Stream> = []

  private static let maximumCount = 1024
  /// A PID counts as empty if it has no packet in at least this number of seconds of media.
  private static let shortest = 30.0

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard carrying.count < Self.maximumCount else { return }
    carrying.insert(Stream(rendition: tag.tag.rendition, pid: tag.tag.pid))
  }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    let stream = Stream(rendition: note.rendition, pid: note.pid)
    guard empty[stream] != nil || empty.count < Self.maximumCount else { return }
    var runs = empty[stream] ?? Runs(first: note, order: empty.count)
    runs.count += 1
    runs.seconds += note.measured ?? Self.shortest
    empty[stream] = runs
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let inOrder = empty.sorted {
      ($0.value.first.time ?? 0, $0.value.order) < ($1.value.first.time ?? 0, $1.value.order)
    }
    for (stream, runs) in inOrder {
      let hasTags = facts.summary.streams.contains {
        $0.rendition == stream.rendition && $0.pid == stream.pid && $0.tags > 0
      }
      guard !hasTags, !carrying.contains(stream), runs.seconds >= Self.shortest else { continue }
      log.add(Self.words(runs), at: Place(runs.first), amount: runs.count)
    }
    return .assessed
  }

  private static func words(_ runs: Runs) -> String {
    guard runs.count > 1 else { return runs.first.detail }
    let all = "\(Decimals.counted(runs.count, "run")) of media"
    return "\(runs.first.detail), and none in \(Words.seconds(runs.seconds)) of \(all)"
  }
}
