import ID3
import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("tag-present")
struct TagPresentTests {
  @Test("an input with one DATA tag passes")
  func passes() throws {
    let run = try RuleRun(TagPresent.id, [MadeTag.data()])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.result.minimum == 1)
  }

  @Test(
    "an input without a Nielsen tag fails",
    arguments: [
      (0, "no Nielsen tag in 310.2 s"), (1, "no Nielsen tag in 310.2 s (1 other ID3 tag)"),
      (12, "no Nielsen tag in 310.2 s (12 other ID3 tags)"),
    ]
  )
  func fails(_ others: Int, _ message: String) throws {
    let events = (0..<others).map { MadeTag.other(time: Double($0)) }
    let run = try RuleRun(TagPresent.id, events, duration: 310.2)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 0)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place())
  }

  @Test("an input with only INFO tags fails")
  func onlyInfo() throws {
    let run = try RuleRun(TagPresent.id, [MadeTag.info(time: 1)], duration: 60)
    #expect(run.result.state == .fail)
    #expect(run.messages == ["no Nielsen DATA tag in 60.0 s (1 INFO tag)"])
  }

  @Test(
    "a selected program or PID that does not exist has its own message",
    arguments: [
      (2, nil, "no Nielsen tag in 310.2 s"),
      (9, nil, "no program 9 in the input, which has programs 1, 2"),
      (nil, 0x1F0, "no ID3 stream on PID 0x1f0, only on PID 0x102 of program 1"),
      (nil, 0x102, "no Nielsen tag in 310.2 s"),
    ] as [(Int?, Int?, String)]
  )
  func notThere(_ program: Int?, _ pid: Int?, _ message: String) {
    var options = CheckOptions()
    (options.program, options.pid) = (program, pid)
    var summary = InputSummary(
      duration: 310.2,
      streams: [StreamSummary(program: 1, pid: 0x102, declared: true, tags: 0)],
      byteCount: 1
    )
    summary.media = [.transportStream]
    summary.programs = [1, 2].map { ProgramSummary(number: $0, hasAudio: true, hasVideo: true) }
    var checker = Checker(input: "a.ts", options: options)
    checker.receive(.end(summary))
    let report = checker.report()
    #expect(report.findings.filter { $0.rule == TagPresent.id }.map(\.message) == [message])
    #expect(report.verdict == .absent)
  }

  @Test(
    "tags that look like Nielsen's are reported with the reason why they do not count",
    arguments: [
      (
        Bytes.capitals, 43, 0,
        "43 ID3 tags look like Nielsen's, but the owner starts with \"WWW.nielsen.com/\", "
          + "expected \"www.nielsen.com/\""
      ),
      (
        Bytes.cut, 1, 2,
        "1 ID3 tag looks like Nielsen's, but the payload ends after 80 characters, expected 249; "
          + "2 other ID3 tags"
      ),
      (
        Bytes.noASCII, 2, 0,
        "2 ID3 tags look like Nielsen's, but the payload ends after 100 characters, expected 249"
      ),
    ]
  )
  func lookalikes(_ change: Bytes, _ count: Int, _ others: Int, _ message: String) throws {
    let events =
      try (0..<count).map { index in
        try MadeTag.data(time: Double(index * 10), bytes: change.apply)
      } + (0..<others).map { MadeTag.other(time: Double($0)) }
    let run = try RuleRun(TagPresent.id, events, duration: 420)
    #expect(run.result.state == .fail)
    #expect(run.messages == ["no Nielsen tag in 420.0 s (\(message))"])
  }

  @Test("the message names an owner that is nearly Nielsen's")
  func nearOwner() throws {
    let tag = try ID3Tag(frames: [.priv(owner: "www.nielson.com/abc", data: [])]).encoded()
    let run = try RuleRun(TagPresent.id, [MadeTag.of(bytes: tag, time: 3)], duration: 420)
    #expect(
      run.messages == [
        "no Nielsen tag in 420.0 s (1 other ID3 tag, owner \"www.nielson.com/abc\", probably meant to be www.nielsen.com/)"
      ]
    )
  }

  /// How a tag is damaged.
  enum Bytes: Sendable {
    case capitals, cut, noASCII

    func apply(_ bytes: inout [UInt8]) {
      switch self {
      case .capitals: bytes.replaceSubrange(20..<23, with: Array("WWW".utf8))
      case .cut: bytes.removeSubrange(100...)
      case .noASCII: bytes[120] = 0xC0
      }
    }
  }

  @Test(
    "the minimum number of DATA tags can be set",
    arguments: [(1.0, RuleResult.State.pass), (2.0, .fail)]
  )
  func limit(_ minimum: Double, _ state: RuleResult.State) throws {
    let run = try RuleRun(
      TagPresent.id,
      [MadeTag.data()],
      settings: RuleSettings(["minimum": minimum])
    )
    #expect(run.result.state == state)
  }

  @Test("an input that was read only in part is not assessed if no tag was found")
  func limited() throws {
    let run = try RuleRun(TagPresent.id, [], isLimited: true)
    #expect(run.result.notAssessed == .notRead)
    #expect(run.findings.isEmpty)
  }

  @Test("an input without tags is not assessed if a segment is missing")
  func missingSegment() throws {
    var summary = InputSummary.playlist([("a", 60)])
    summary.renditions[0].segmentsMissing = 1
    #expect(try RuleRun(TagPresent.id, [], summary: summary).result.notAssessed == .notRead)
  }

  @Test("a live playlist without tags fails")
  func live() throws {
    let run = try RuleRun(TagPresent.id, [], summary: .playlist([("a", 60)], isLive: true))
    #expect(run.messages == ["no Nielsen tag in 60.0 s"])
  }
}
