import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

/// A stream, and the number of its tags that the players' real code showed.
struct PlayerCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The players, with the number of tags that each shows.
  let shown: [(player: String, count: Int)]
  let build: @Sendable (inout StreamBuilder) throws -> Void

  init(
    _ description: String,
    _ shown: [(player: String, count: Int)],
    _ build: @escaping @Sendable (inout StreamBuilder) throws -> Void
  ) {
    testDescription = description
    self.shown = shown
    self.build = build
  }
}

@Suite("Transport stream tags shown by players")
struct PlayerMatrixTests {
  @Test("every player shows all tags of a stream without faults")
  func clean() throws {
    let matrix = try PlayerMatrix("hls.js,mux.js,shaka,media3,avplayer,ffmpeg,gpac") { $0.clean() }
    #expect(
      matrix.cells == [
        "hls.js 3/3", "mux.js 3/3", "Shaka Player 3/3", "media3 3/3", "AVPlayer 3/3",
        "FFmpeg 3/3", "GPAC 3/3",
      ]
    )
    #expect(matrix.report.players.allSatisfy { $0.state == .pass && $0.reasons.isEmpty })
  }

  @Test(
    "each player is judged to show as many tags as its real code showed",
    arguments: PlayerCase.all
  )
  func cases(_ expected: PlayerCase) throws {
    for (player, count) in expected.shown {
      let matrix = try PlayerMatrix(player, stream: expected.build)
      #expect(matrix.shown == count, "\(player): \(matrix.first?.reasons ?? [])")
      let isWhole = matrix.first?.missed == 0 && matrix.first?.moved == 0
      #expect(matrix.first?.state == (isWhole ? .pass : .fail))
    }
  }
}

extension PlayerCase {
  static let all = tables + media + packets + clocks + tags + frames

  static let pes = 9000 * 10

  /// Appends `count` seconds of audio. At the end of each second, `write` appends a tag.
  static func tags(
    _ stream: inout StreamBuilder,
    _ count: Int = 3,
    write: (inout StreamBuilder, Int, Int64) throws -> Void
  ) rethrows {
    for index in 0..<count {
      let second = 900_000 + Int64(index * pes)
      for tenth in 0..<10 { stream.audio(pts: second + Int64(tenth) * 9000) }
      try write(&stream, index, second + 81_000)
    }
  }

  static func map(_ change: (inout ProgramMap) -> Void) -> ProgramMap {
    var map = StreamBuilder.map()
    change(&map)
    return map
  }
}
