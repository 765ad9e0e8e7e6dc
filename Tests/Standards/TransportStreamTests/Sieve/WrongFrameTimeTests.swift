import TestSupport
import Testing

@testable import TransportStream

private typealias Builder = StreamBuilder

/// Streams in which one PES packet has a wrong time stamp.
@Suite struct WrongFrameTimeTests {
  static let second: Int64 = 90_000
  static let start: Int64 = 90_000_000
  /// Errors of the time stamp, in seconds.
  static let errors: [Int64] = [30, -30, 10, -10, 55, 555]

  /// The stream with the wrong time stamp.
  enum Victim: CaseIterable { case audio, video, onlyVideo }

  struct Outcome {
    let sieve: PIDSieve
    var placements: [MetadataPES.Placement] = []
  }

  /// 20 s of audio and video with a tag every second. The time stamp of the PES packet at 10.5 s is wrong.
  private func sieved(_ victim: Victim, error: Int64) -> Outcome {
    var builder = Builder()
    let hasAudio = victim != .onlyVideo
    builder.tables(hasAudio ? Builder.map() : Builder.map(audioPID: nil))
    for tenth in Int64(0)..<200 {
      let pts = Self.start + tenth * Self.second / 10
      let wrong = pts + (tenth == 105 ? error * Self.second : 0)
      builder.video(pts: victim == .audio ? pts : wrong)
      if hasAudio { builder.audio(pts: victim == .audio ? wrong : pts) }
      // One tag immediately follows the wrong PES packet.
      if tenth % 10 == 5 { builder.id3(Builder.tag(Int(tenth)), pts: pts) }
    }
    let sieve = PIDSieve()
    builder.bytes.withUnsafeBytes { sieve.feed($0) }
    sieve.finish()
    return Outcome(sieve: sieve, placements: sieve.takeItems().packets.map(\.placement))
  }

  @Test(
    "a single wrong audio or video PTS does not change tag times, frame times or the duration",
    arguments: Victim.allCases,
    errors
  )
  func one(victim: Victim, error: Int64) {
    let outcome = sieved(victim, error: error)
    let expected = (0..<20).map { MetadataPES.Placement.placed(Int64($0) * 90_000 + 45_000) }
    #expect(outcome.placements == expected)
    #expect(outcome.sieve.duration() == 20 * Self.second)
    #expect(outcome.sieve.framesSeen == 0...199 * Self.second / 10)
  }
}
