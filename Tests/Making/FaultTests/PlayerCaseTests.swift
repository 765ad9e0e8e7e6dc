import Conformance
import Foundation
import TestSupport
import Testing

/// A stream from `shared/cases/players`, with the results of the players' real code.
private struct PlayedStream: Decodable, Sendable {
  struct Cell: Decodable, Sendable, Equatable, CustomStringConvertible {
    /// The number of tags that the player showed in time.
    var shown: Int
    /// The number of tags that the player showed at another time.
    var moved: Int

    var description: String { "\(shown) in time, \(moved) moved" }
  }

  let input: String
  /// The behaviour by player, with names such as `hlsjs@1.6`.
  let cells: [String: Cell]

  static let players = [
    ("hlsjs@1.4", "hls.js@1.4"), ("hlsjs@1.5", "hls.js@1.5"), ("hlsjs@1.6", "hls.js@1.6"),
    ("hlsjs", "hls.js"), ("muxjs@6.3", "mux.js@6.3"), ("muxjs", "mux.js"), ("shaka", "shaka"),
    ("media3", "media3"),
  ]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Name.self)
    input = try values.decode(String.self, forKey: Name(stringValue: "input"))
    var cells: [String: Cell] = [:]
    for (name, _) in Self.players {
      cells[name] = try values.decodeIfPresent(Cell.self, forKey: Name(stringValue: name))
    }
    self.cells = cells
  }

  /// The players whose verdict differs from their real result, with verdict and result.
  func differences(in folder: String) async throws -> [String] {
    var options = CheckOptions.usual
    options.players = try PlayerChoice.list(Self.players.map(\.1).joined(separator: ","))
    let report = try await CheckReport(file: "\(folder)/\(input)", options: options)
    return zip(Self.players, report.players).compactMap { player, verdict in
      guard let expected = cells[player.0] else { return nil }
      let isLate = abs(verdict.movedBy ?? 0) > Self.tolerance
      let moved = isLate ? verdict.moved ?? 0 : 0
      let cell = verdict.shown.map { Cell(shown: $0 - moved, moved: moved) }
      guard cell != expected else { return nil }
      let said = cell.map(\.description) ?? "not assessed"
      return "\(input), \(player.1): \(said), but did \(expected) \(verdict.reasons)"
    }
  }

  /// The maximum error, in seconds, of a tag that counts as shown in time.
  private static let tolerance = 0.1
}

@Suite("Verdicts compared with real players")
struct PlayerCaseTests {
  private static let folder = Corpus.folder.appendingPathComponent("../cases/players")
    .standardizedFileURL
  private static let archive = folder.appendingPathComponent("streams.tar.xz").path
  private static var isThere: Bool { FileManager.default.fileExists(atPath: archive) }

  private struct Streams: Decodable { let streams: [PlayedStream] }

  @Test(
    "at least 95 % of the player verdicts agree with the tags that real players showed",
    .enabled(if: isThere && Tool.isThere("tar", "xz"))
  )
  func cells() async throws {
    let unpacked = try TemporaryFolder()
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    tar.arguments = ["tar", "-xf", Self.archive, "-C", unpacked.path]
    try tar.run()
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0)
    let data = try Data(contentsOf: Self.folder.appendingPathComponent("shown.json"))
    let streams = try JSONDecoder().decode(Streams.self, from: data).streams
    var differences: [String] = []
    for stream in streams { differences += try await stream.differences(in: unpacked.path) }
    let count = streams.reduce(0) { $0 + $1.cells.count }
    #expect(
      Double(count - differences.count) >= 0.95 * Double(count),
      "\(differences.joined(separator: "\n"))"
    )
    if !differences.isEmpty { print(differences.joined(separator: "\n")) }
  }
}
