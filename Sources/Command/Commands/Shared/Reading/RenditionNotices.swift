import Synchronization
import TimedMetadata

/// Describes which renditions of a playlist have Nielsen tags, and which segments could not be read.
struct RenditionNotices {
  let renditions: [RenditionSummary]

  /// The renditions with and without tags. Nil unless there are at least two renditions, one of them with tags.
  var presence: String? {
    guard renditions.count > 1 else { return nil }
    let with = renditions.filter { $0.nielsenTags > 0 }
    let without = renditions.filter { $0.nielsenTags == 0 }
    guard !with.isEmpty else { return nil }
    let places = with.map { "\(Self.name($0)) (\($0.nielsenTags))" }.joined(separator: ", ")
    let others =
      without.isEmpty ? "" : "; none in \(without.map(Self.name).joined(separator: ", "))"
    return "Nielsen tags in \(places)\(others)"
  }

  /// The segments that are missing or could not be read, and the remedy. Nil if there are no such segments.
  var losses: String? {
    let missing = words(for: \.segmentsMissing).map { "\($0) could not be read completely" }
    let gaps = words(for: \.segmentsInGaps).map { "\($0) are gaps (EXT-X-GAP)" }
    let all = [missing, gaps].compactMap { $0 }
    guard !all.isEmpty else { return nil }
    return "\(all.joined(separator: "; ")), tags may be missing: list the segments with --verbose"
  }

  /// The counts that are not 0, such as `1 of 3 segments of audio`. Nil if all are 0.
  private func words(for count: (RenditionSummary) -> Int) -> String? {
    let lossy = renditions.filter { count($0) > 0 }
    let places = lossy.map { rendition in
      let all = rendition.segmentsRead + rendition.segmentsMissing + rendition.segmentsInGaps
      return "\(count(rendition)) of \(all) segments\(rendition.name.map { " of \($0)" } ?? "")"
    }
    return places.isEmpty ? nil : places.joined(separator: ", ")
  }

  private static func name(_ rendition: RenditionSummary) -> String {
    rendition.name ?? rendition.uri
  }
}

/// Counts losses that can explain why tags of an input are missing.
struct LossTally {
  /// The notes that report a loss, with a singular and a plural noun for messages.
  private static let losses: [(rule: NoteID, one: String, many: String)] = [
    ("ts-continuity", "gap", "gaps"),
    ("ts-transport-error", "place with transport errors", "places with transport errors"),
    ("ts-scrambled", "place with scrambled packets", "places with scrambled packets"),
    ("tag-truncated", "incomplete tag", "incomplete tags"),
  ]
  private static let damagedTable: NoteID = "psi-crc"

  private struct Key: Hashable {
    var rule: NoteID
    var pid: Int?
  }

  private var counts: [Key: Int] = [:]

  /// Counts a note, if it is about a loss.
  mutating func count(_ note: StreamNote) {
    let isLoss = note.id == Self.damagedTable || Self.losses.contains { $0.rule == note.id }
    if isLoss { counts[Key(rule: note.id, pid: note.pid), default: 0] += 1 }
  }

  /// The number of damaged tables, on any PID.
  var damagedTables: Int {
    counts.reduce(0) { $0 + ($1.key.rule == Self.damagedTable ? $1.value : 0) }
  }

  /// The losses on the PIDs of `streams`, such as `2 gaps, 1 incomplete tag`. Nil if there are none.
  func words(for streams: [StreamSummary]) -> String? {
    let pids = Set(streams.map(\.pid))
    let parts = Self.losses.compactMap { rule, one, many -> String? in
      let count = counts.reduce(0) {
        $0 + ($1.key.rule == rule && pids.contains($1.key.pid) ? $1.value : 0)
      }
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// Counts the compressed files and archives that were found in directories. They may contain streams, but are not read.
final class SkippedFiles: Sendable {
  private struct State {
    var count = 0
    var archives = 0
    var names: [String] = []
  }

  private static let listedNames = 3

  private let state = Mutex(State())

  /// Counts a file if its error means that the file is compressed or an archive.
  func count(_ error: TimedMetadataError) {
    guard error.isOfCompression else { return }
    state.withLock { state in
      state.count += 1
      if error.isOfArchive { state.archives += 1 }
      if state.names.count < Self.listedNames { state.names.append(error.input) }
    }
  }

  /// Returns the message about skipped files, such as `2 compressed files were not read (a.ts.gz, b.ts.gz): unpack them
  /// first`, and resets the count. Nil if no file was skipped.
  func takeWords() -> String? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      let rest = state.count > state.names.count ? ", …" : ""
      let noun =
        switch state.archives {
        case 0: state.count == 1 ? "compressed file" : "compressed files"
        case state.count: state.count == 1 ? "archive" : "archives"
        default: "compressed files and archives"
        }
      defer { state = State() }
      let names = state.names.joined(separator: ", ")
      return
        "\(state.count) \(noun) \(state.count == 1 ? "was" : "were") not read (\(names)\(rest)): "
        + "unpack \(state.count == 1 ? "it" : "them") first"
    }
  }
}
