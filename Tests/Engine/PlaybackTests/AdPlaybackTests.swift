import NielsenAppApi
import Testing

@testable import Playback
@testable import TimedMetadata

/// Streams with ad breaks, and streams of several renditions.
@Suite struct AdPlaybackTests {
  private static func marker(_ time: Double, _ duration: Double?) -> TimelineMarker {
    TimelineMarker(kind: .cueOut, time: time, duration: duration, isOut: true)
  }

  private struct Result {
    var pings: [TimedPing] = []
    var errors: [EngineErrorCount] = []
    var rendition: String?
  }

  /// Plays tags every ten seconds. The markers of a second come before its tag.
  private static func play(
    _ markers: [Int: TimelineMarker],
    seconds: Int = 300,
    playsAds: Bool = true
  ) throws -> Result {
    var options = PlaybackOptions(channelName: "X")
    options.playsAds = playsAds
    var result = Result()
    let player = try SynthesizedPlayer(options: options)
    for second in stride(from: 0, to: seconds, by: 10) {
      if let marker = markers[second] { player.receive(marker) }
      player.receive(SampleTags.tag(second))
    }
    player.finish(duration: Double(seconds))
    result.pings = player.takePings()
    result.errors = player.engineErrors
    result.rendition = player.playedRendition
    return result
  }

  private static func lines(_ pings: [TimedPing]) -> [[String]] {
    pings.map { SynthesizedPlayerTests.withoutIDs($0) }
  }

  @Test("markers have no effect unless ads are played")
  func withoutAds() throws {
    let plain = try Self.play([:])
    let marked = try Self.play([100: Self.marker(100, 30)], playsAds: false)
    #expect(Self.lines(marked.pings) == Self.lines(plain.pings))
  }

  @Test("playing ads has no effect without markers")
  func withoutMarks() throws {
    let plain = try Self.play([:], playsAds: false)
    #expect(Self.lines(try Self.play([:]).pings) == Self.lines(plain.pings))
  }

  @Test(
    "a break is played without an error of the engine and with reproducible pings",
    arguments: [
      [0: marker(0, 30)], [100: marker(100, 30)], [100: marker(100, nil)],
      [0: marker(-20, 30)], [100: marker(100, 10), 110: marker(110, 20)],
      // The marker comes late: some seconds of the break have been played as content.
      [200: marker(100, 150)],
    ]
  )
  func breaks(markers: [Int: TimelineMarker]) throws {
    let first = try Self.play(markers)
    #expect(first.errors.isEmpty)
    let second = try Self.play(markers)
    #expect(second.pings.map(\.ping.url) == first.pings.map(\.ping.url))
    #expect(
      Self.lines(first.pings) != Self.lines(try Self.play([:]).pings),
      "the break cannot be seen"
    )
  }

  @Test("with several renditions, only the first one with a Nielsen tag is played")
  func oneRendition() throws {
    func pings(_ renditions: [String]) throws -> ([TimedPing], String?) {
      let player = try SynthesizedPlayer(options: PlaybackOptions(channelName: "X"))
      player.receive(
        TimedTag(
          origin: .transportStream(TransportFacts()),
          rendition: "none",
          bytes: [],
          tag: nil,
          nielsen: nil
        )
      )
      for second in stride(from: 0, to: 200, by: 10) {
        for rendition in renditions {
          var tag = SampleTags.tag(second)
          tag.rendition = rendition
          player.receive(tag)
        }
      }
      player.finish(duration: 200)
      #expect(player.skippedTagCount == 0)
      return (player.takePings(), player.playedRendition)
    }
    let (one, name) = try pings(["audio"])
    #expect(name == "audio")
    let (several, first) = try pings(["audio", "video/1", "video/2"])
    #expect(first == "audio")
    #expect(Self.lines(several) == Self.lines(one))
  }

  @Test("a break that is announced long after its splice time is counted but not played")
  func lateSplice() throws {
    func pings(_ lead: Double) throws -> (lines: [[String]], unplaced: Int) {
      var mark = Self.marker(-10, 50)
      (mark.pid, mark.spliceLead) = (0x258, lead)
      var options = PlaybackOptions(channelName: "X")
      options.playsAds = true
      let player = try SynthesizedPlayer(options: options)
      player.receive(mark)
      for second in stride(from: 0, to: 300, by: 10) { player.receive(SampleTags.tag(second)) }
      player.finish(duration: 300)
      return (Self.lines(player.takePings()), player.unplacedBreakCount)
    }
    let plain = Self.lines(try Self.play([:]).pings)
    let late = try pings(-35)
    #expect(late.lines == plain && late.unplaced == 1)
    let recent = try pings(-5)
    #expect(recent.lines != plain && recent.unplaced == 0)
  }
}
