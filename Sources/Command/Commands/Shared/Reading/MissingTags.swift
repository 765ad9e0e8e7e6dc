import Formats
import TimedMetadata

/// Explains why an input produced no rows, or fewer rows than expected.
struct MissingTags {
  /// The part of an input that the options select. The default is the whole input.
  struct Selection: Sendable {
    var program: Int?
    var pid: Int?
    var limitSeconds: Double?
    var start: ReadingStart?
  }

  var summary: InputSummary
  var selection = Selection()
  /// The losses during reading, which may explain missing tags.
  var losses = LossTally()
  var isText = false

  /// The explanation and remedy for an input without rows.
  var explanation: String {
    if let end = summary.endBeforeStart { return Self.explanation(of: end) }
    let wanted = self.wanted
    if let nothing = nothingSelected(wanted) { return nothing }
    if let cut = cutByTime(wanted) { return cut }
    guard !wanted.isEmpty else { return noStream }
    let declared = "timed ID3 is declared (\(Self.places(wanted)))"
    if let words = losses.words(for: wanted) {
      return "\(declared) but no tag could be read (\(words)): "
        + "check the reception, and that the stream is not scrambled"
    }
    return "\(declared) but no tag was found\(shortness ?? ": check that the encoder inserts tags")"
  }

  /// The minimum duration, in seconds, of content that should have a tag.
  private static let shortestWithoutTags = 30.0

  /// The hint that the content is too short to judge. Nil if the content is longer or its duration is unknown.
  private var shortness: String? {
    guard let duration = summary.duration, duration < Self.shortestWithoutTags else { return nil }
    return " in \(Decimals.seconds(duration) ?? "0") s: too short to judge, read at least "
      + "\(Int(Self.shortestWithoutTags)) s"
  }

  /// The explanation and remedy if the options select none of the tags.
  var explanationOfSelecting: String {
    let filled = wanted.filter { $0.tags > 0 }
    return "no tag matches the options, but there are tags (\(Self.places(filled))): "
      + "choose other options"
  }

  /// The explanation and remedy for a played stream without a Nielsen tag.
  var explanationOfPlaying: String {
    "timed ID3 was found, but no Nielsen tag: list the tags with 'id3tap extract'"
  }

  /// The losses on the selected PIDs of an input that also has tags, and the remedy. Nil if there are none.
  var lossesBesideTags: String? {
    losses.words(for: wanted).map {
      "\($0) on \(Self.places(wanted)), tags may be missing: list the losses with --verbose"
    }
  }

  private var wanted: [StreamSummary] {
    summary.streams.filter {
      (selection.program == nil || $0.program == selection.program)
        && (selection.pid == nil || $0.pid == selection.pid)
    }
  }

  /// The explanation if the selected program does not exist, or only streams that were not selected have ID3. Nil
  /// otherwise.
  private func nothingSelected(_ wanted: [StreamSummary]) -> String? {
    if let absent = absentProgram { return absent }
    guard wanted.isEmpty, !summary.streams.isEmpty else { return nil }
    let place = [
      selection.pid.map { "PID \($0)" }, selection.program.map { "program \($0)" },
    ].compactMap { $0 }.joined(separator: " of ")
    return "no timed ID3 in \(place): choose among \(Self.places(summary.streams))"
  }

  /// The maximum number of programs that a message names.
  private static let maximumPrograms = 20

  /// The explanation if the input does not have the selected program. Nil otherwise.
  private var absentProgram: String? {
    let programs = summary.programs.map(\.number)
    guard let program = selection.program, !programs.isEmpty, !programs.contains(program) else {
      return nil
    }
    let names = programs.prefix(Self.maximumPrograms).map(String.init).joined(separator: ", ")
    let streams =
      summary.streams.isEmpty ? "" : ": timed ID3 is on \(Self.places(summary.streams))"
    return "no program \(program): choose among program\(programs.count == 1 ? "" : "s") "
      + "\(names)\(streams)"
  }

  /// The explanation if tags may exist before or after the selected time. Nil otherwise.
  private func cutByTime(_ wanted: [StreamSummary]) -> String? {
    var start = 0.0
    if case .seconds(let seconds) = selection.start, seconds > 0 { start = seconds }
    // A stream that ended before the limit was not cut.
    if let limit = selection.limitSeconds, summary.duration ?? .infinity >= start + limit {
      return selection.start == nil
        ? "no tag was found in the first \(limit) s: give a greater --limit-seconds"
        : "no tag was found in the \(limit) s after --from: give a greater --limit-seconds"
    }
    guard selection.start != nil, wanted.contains(where: { $0.tags > 0 }) else { return nil }
    return "no tag was found after --from, but there are tags before it: give an earlier --from"
  }

  private static func explanation(of end: PresentationEnd) -> String {
    let place = [
      Decimals.seconds(end.seconds).map { "\($0) s" }, end.wallClock.flatMap(UTCTime.text),
    ]
    .compactMap { $0 }.joined(separator: ", ")
    return "ends at \(place), before --from: give an earlier --from"
  }

  private var noStream: String {
    if isText {
      return "no Nielsen payload string found: "
        + "check that all 249 characters of the string are on one line"
    }
    guard summary.renditions.isEmpty else {
      guard summary.renditions.contains(where: { $0.segmentsRead + $0.segmentsMissing > 0 }) else {
        let list = summary.playlist?.format == .dash ? "manifest" : "playlist"
        return "no segment could be read: check the \(list)"
      }
      let names = summary.renditions.map { $0.name ?? $0.uri }.joined(separator: ", ")
      return "no timed ID3 found in \(names)\(shortness ?? Self.insertion)"
    }
    guard losses.damagedTables == 0 else {
      return "no timed ID3 found, but tables were damaged (\(losses.damagedTables)): "
        + "check the reception"
    }
    return "no timed ID3 found\(shortness ?? Self.insertion)"
  }

  private static let insertion =
    ": check that the encoder inserts it and that the packager keeps it"

  private static func places(_ streams: [StreamSummary]) -> String {
    streams.map { stream in
      // Only transport streams have PIDs.
      if stream.pid == nil, stream.program == nil, let rendition = stream.rendition {
        return rendition
      }
      let pid = stream.pid.map { "PID \($0)" } ?? "no PID"
      let place = stream.program.map { "\(pid) of program \($0)" } ?? pid
      return stream.rendition.map { "\(place) in \($0)" } ?? place
    }.joined(separator: ", ")
  }
}
