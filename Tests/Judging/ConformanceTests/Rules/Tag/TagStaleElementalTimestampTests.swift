import ID3
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-stale-elemental-timestamp")
struct TagStaleElementalTimestampTests {
  /// 2023-11-14T22:13:20Z.
  private static let now = 1_700_000_000.0

  private static func priv(_ time: String) -> ID3Frame {
    .priv(owner: "com.elementaltechnologies.timestamp.utc", data: Array(time.utf8))
  }

  private static func text(_ id: String, _ text: String) -> ID3Frame {
    ID3Frame(id: id, content: .text(encoding: .utf8, values: [text]))
  }

  /// A tag with frames, at `now` by the clock of the presentation.
  private func run(
    _ frames: [ID3Frame],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let tag = MadeTag.other(time: 8).with { tag in
      tag.wallClock = Self.now
      tag.tag?.frames = frames
    }
    return try RuleRun(TagStaleElementalTimestamp.id, [tag], settings: settings)
  }

  @Test(
    "an Elemental time stamp near the clock of the presentation, or none, passes",
    arguments: [
      [priv("2023-11-14T22:13:20Z")], [priv("2023-11-14T22:14:20.000Z")], [priv("segment 7")],
      [.priv(owner: "com.example", data: Array("2019-11-14T22:13:20Z".utf8))],
      [text("TDRL", "2019-11-14T22:13:20")],
      [text("TDRL", "2023-11-14T22:13:20"), text("TSSE", "Elemental Technologies")],
    ]
  )
  func passes(frames: [ID3Frame]) throws {
    let run = try run(frames)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "an Elemental time stamp far from the presentation's clock warns, in PRIV or in TDRL",
    arguments: [
      [priv("2019-11-14T22:13:20Z")], [priv("2019-11-14T22:13:20Z\0")],
      [text("TSSE", "AWS Elemental Technologies"), text("TDRL", "2019-11-14T22:13:20")],
    ]
  )
  func warns(frames: [ID3Frame]) throws {
    let run = try run(frames)
    #expect(run.result.state == .warn)
    #expect(
      run.messages == [
        "time stamp of AWS Elemental is 2019-11-14T22:13:20Z, but the presentation is at "
          + "2023-11-14T22:13:20Z: the tag probably comes from an earlier encoder"
      ]
    )
    #expect(run.findings.first?.place.time == 8)
  }

  @Test("a difference of a minute passes, a larger one does not, and the limit can be set")
  func limit() throws {
    #expect(try run([Self.priv("2023-11-14T22:14:20Z")]).result.found == 0)
    #expect(try run([Self.priv("2023-11-14T22:14:21Z")]).result.found == 1)
    let settings = RuleSettings(["limit": 10])
    #expect(try run([Self.priv("2023-11-14T22:13:31Z")], settings: settings).result.found == 1)
  }

  @Test("an input without a presentation clock is not assessed")
  func notAssessed() throws {
    let tag = MadeTag.other(time: 8).with { $0.tag?.frames = [Self.priv("2019-11-14T22:13:20Z")] }
    let run = try RuleRun(TagStaleElementalTimestamp.id, [tag])
    #expect(run.result.notAssessed == .noWallClock)
    #expect(run.findings.isEmpty)
  }
}
