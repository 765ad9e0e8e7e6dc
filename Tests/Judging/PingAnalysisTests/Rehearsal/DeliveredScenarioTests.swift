import ID3
import NielsenTag
import PingAnalysis
import Playback
import Testing

@testable import TimedMetadata

@Suite("rehearsals of the sample scenarios")
struct DeliveredScenarioTests {
  /// Groups that do not concern app set-up, transport or going live.
  private static let groups: Set<RehearsalItem.Group> = [
    .content, .ads, .pages, .tags, .interruptions, .optOut, .casting, .audio,
  ]
  /// Items that fail because the sample scenarios have no air date, and no episode number in the title.
  private static let metadata: Set = ["content-airdate", "content-title-episode"]
  /// Further items that fail, by scenario.
  private static let further: [String: Set<String>] = [
    "published-sample": ["content-adload"]
  ]

  @Test(
    "sample scenarios fail only items about omitted metadata, even if no actions are given",
    arguments: SampleRun.scenarios
  )
  func failures(_ name: String) throws {
    var options = PlaybackOptions(channelName: "Channel Seven")
    options.scenario = try SampleRun.scenario(name)
    let start = options.scenario?.start ?? PlayedScenario.start
    options.start = start
    var text = CallText()
    var calls = ""
    let player = try SynthesizedPlayer(options: options)
    player.onEvent = { calls += text.lines(of: $0) }
    let usesInput = options.scenario?.usesInput ?? false
    let tags = usesInput ? try PlayedScenario.streamTags(to: 720) : []
    for tag in tags {
      player.receive(
        TimedTag(
          origin: .transportStream(TransportFacts()),
          program: 1,
          time: tag.time,
          wallClock: nil,
          bytes: [],
          tag: ID3Tag(frames: [.priv(owner: tag.payload, data: [0x41])]),
          nielsen: nil
        )
      )
    }
    player.finish(duration: usesInput ? 720 : nil)
    calls += text.end()
    let actions = try ViewerAction.read(Array(calls.utf8), start: start, duration: nil)
    #expect(actions.contains { $0.name == .end })
    let urls = player.takePings().map(\.ping.url)
    for known in [actions, nil] {
      let rehearsal = RehearsalCase.of(urls, actions: known, stream: usesInput ? tags : nil)
      let lacking = Self.metadata.union(Self.further[name] ?? [])
      for item in RehearsalItem.all
      where Self.groups.contains(item.group) && !lacking.contains(item.id) {
        let found = item.judge(rehearsal)
        if found.status == .failed {
          Issue.record("\(item.id): expected \(found.expected); seen \(found.seen ?? "")")
        }
      }
    }
  }
}
