import Conformance
import Foundation
import TestSupport
import Testing

/// The verdicts of players on the sample streams and the corpus, as files in Tests/Golden/players.
/// `ID3TAP_WRITE_GOLDEN=1` rewrites the files.
@Suite("Player verdicts on known streams") struct PlayerGoldenTests {
  private static let samples = [
    "cadence-gap.ts", "clean-192.ts", "clean.ts", "ffmpeg-stripped-header.ts",
    "hls-cmaf/master.m3u8", "hls-cmaf/audio/index.m3u8", "hls-cmaf/video-1/index.m3u8",
    "hls/audio/index.m3u8", "hls/master.m3u8", "hls/video-1/index.m3u8",
  ]

  @Test("the player verdicts on the sample streams equal their golden file")
  func sampleStreams() async throws {
    let folder = Corpus.packageRoot.appendingPathComponent("SampleStreams")
    try await expect("samples", Self.samples.map { ($0, folder.appendingPathComponent($0).path) })
  }

  @Test(
    "the player verdicts on the corpus streams with Nielsen tags equal their golden file",
    .enabled(if: !Corpus.cases.isEmpty)
  )
  func corpus() async throws {
    let cases = Corpus.cases.filter { expected in
      expected.tags.contains { tag in
        tag.frames?.contains { $0.owner?.hasPrefix("www.nielsen.com/") == true } == true
      }
    }
    try await expect("corpus", cases.map { ($0.description, $0.path) }.sorted { $0.0 < $1.0 })
  }

  /// Expects that the rows of these inputs agree with a golden file.
  private func expect(_ name: String, _ inputs: [(name: String, path: String)]) async throws {
    var options = CheckOptions.usual
    options.players = PlayerChoice.all
    var rows = [Self.heading]
    for input in inputs {
      let report = try await CheckReport(file: input.path, options: options)
      rows.append(Self.row(input.name, report.players))
    }
    let text = rows.joined(separator: "\n") + "\n"
    let file = Corpus.packageRoot.appendingPathComponent("Tests/Golden/players/\(name).txt")
    if ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(try text == String(decoding: Data(contentsOf: file), as: UTF8.self))
  }

  private static let heading = "# input\t" + PlayerChoice.names.joined(separator: "\t")

  /// A row with `shown/all` for each player and, after a tilde, the number of moved tags and the longest move.
  private static func row(_ name: String, _ verdicts: [PlayerVerdict]) -> String {
    let cells = verdicts.map { verdict -> String in
      guard let shown = verdict.shown, let missed = verdict.missed else { return "-" }
      guard let moved = verdict.moved, moved > 0, let seconds = verdict.movedBy else {
        return "\(shown)/\(shown + missed)"
      }
      let milliseconds = Int((seconds * 1000).rounded())
      return "\(shown)/\(shown + missed)~\(moved):\(milliseconds)ms"
    }
    return ([name] + cells).joined(separator: "\t")
  }
}
