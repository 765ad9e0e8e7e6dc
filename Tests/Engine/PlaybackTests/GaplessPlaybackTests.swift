import Testing

@testable import Playback

@Suite("playback without the gaps in the tags")
struct GaplessPlaybackTests {
  /// The numbers of pings for the tags at `seconds`, with gaps and without them.
  private func counts(
    _ seconds: [Int],
    _ change: (inout PlaybackOptions) -> Void = { _ in }
  ) throws -> (made: Int, withoutGaps: Int?) {
    var options = PlaybackOptions(channelName: "X")
    change(&options)
    let player = try SynthesizedPlayer(options: options)
    var gapless = GaplessPlayback(limit: 19)
    for tag in seconds.map({ SampleTags.tag($0) }) {
      player.receive(tag)
      gapless.receive(tag)
    }
    player.finish(duration: 1200)
    let made = player.takePings().count
    return (made, try gapless.pingCount(options, duration: 1200) { _ in true })
  }

  private static let all = Array(stride(from: 0, through: 1190, by: 10))

  @Test(
    "the gapless ping count of a stream with a gap equals the ping count of the complete stream",
    arguments: [200...900, 10...600, 550...1180]
  )
  func gap(missing: ClosedRange<Int>) throws {
    let whole = try counts(Self.all)
    let broken = try counts(Self.all.filter { !missing.contains($0) })
    #expect(broken.made < whole.made)
    #expect(broken.withoutGaps == whole.made)
  }

  @Test("a stream without gaps, or with only its end missing, has no gapless ping count")
  func noGap() throws {
    #expect(try counts(Self.all).withoutGaps == nil)
    #expect(try counts(Self.all.filter { $0 < 600 }).withoutGaps == nil)
    #expect(try counts([]).withoutGaps == nil)
  }

  @Test("a stream whose ads are played has no gapless ping count")
  func ads() throws {
    let tags = Self.all.filter { !(200...900).contains($0) }
    #expect(try counts(tags) { $0.playsAds = true }.withoutGaps == nil)
  }

  @Test("only the pings that the filter selects are counted")
  func wanted() throws {
    var gapless = GaplessPlayback(limit: 19)
    for second in [0, 10, 300, 310] { gapless.receive(SampleTags.tag(second)) }
    let options = PlaybackOptions(channelName: "X")
    let sessions = try gapless.pingCount(options, duration: 320) { $0.ping.type == .session }
    #expect(sessions == 1)
  }

  @Test("tags inserted into a gap have increasing offsets")
  func offsets() throws {
    var gapless = GaplessPlayback(limit: 19)
    for second in [0, 10, 40, 50] { gapless.receive(SampleTags.tag(second)) }
    var owners: [String] = []
    _ = try gapless.pingCount(PlaybackOptions(channelName: "X"), duration: 60) {
      owners += ($0.ping["tp"] ?? "").split(separator: "~").map { $0.suffix(8).prefix(5) }
        .map(String.init)
      return true
    }
    #expect(owners == ["36000", "36010", "36020", "36030", "36040", "36050"])
  }
}
