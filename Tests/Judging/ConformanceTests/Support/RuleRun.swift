import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

/// One rule, run on synthetic events.
struct RuleRun {
  let result: RuleResult
  let findings: [Finding]

  var messages: [String] { findings.map(\.message) }

  /// Runs a rule on events. The input is a whole transport stream of `duration` seconds unless a summary is given.
  init(
    _ rule: RuleID,
    _ events: [TimedMetadataEvent],
    summary: InputSummary? = nil,
    duration: Double? = 600,
    media: Set<MediaKind> = [.transportStream],
    settings: RuleSettings = RuleSettings(),
    isLimited: Bool = false,
    start: Double = 0,
    now: Double = 1_800_000_000,
    template: ChannelTemplate? = nil
  ) throws {
    var options = CheckOptions()
    options.rules[rule] = settings
    options.isLimited = isLimited
    options.start = start
    options.now = now
    if let template { options.expect(template) }
    var checker = Checker(input: "a.ts", options: options)
    for event in events { checker.receive(event) }
    var end = summary ?? InputSummary(duration: duration, streams: [], byteCount: 1)
    if summary == nil { end.media = media }
    checker.receive(.end(end))
    let report = checker.report()
    result = try #require(report.rules.first { $0.rule == rule })
    findings = report.findings.filter { $0.rule == rule }
  }
}

/// Synthetic tags, as the reader delivers them.
enum MadeTag {
  /// A whole Nielsen tag with this content at this time.
  static func nielsen(
    _ content: TagContent,
    time: Double?,
    pid: Int? = 0x102,
    change: (inout TimedTag) -> Void = { _ in }
  ) throws -> TimedMetadataEvent {
    of(bytes: try content.tag(), time: time, pid: pid, change: change)
  }

  /// A tag with these bytes.
  static func of(
    bytes: [UInt8],
    time: Double?,
    pid: Int? = 0x102,
    change: (inout TimedTag) -> Void = { _ in }
  ) -> TimedMetadataEvent {
    var tag = TimedTag(
      origin: .transportStream(TransportFacts()),
      program: 1,
      pid: pid,
      offset: time.map { Int64($0 * 1000) },
      pts: time.map { Int64($0 * 90_000) },
      time: time,
      bytes: bytes,
      tag: nil,
      nielsen: nil
    )
    tag.parse()
    change(&tag)
    return .tag(tag)
  }

  /// A stream without faults: a DATA tag every ten seconds, an INFO tag every five minutes, and the first tag at
  /// `start` seconds. `change` alters the content of a tag, or omits the tag by returning false.
  static func stream(
    seconds: Int,
    start: Double = 8,
    change: (Int, inout SyntheticTags.Element) -> Bool = { _, _ in true }
  ) throws -> [TimedMetadataEvent] {
    var events: [TimedMetadataEvent] = []
    var first: Int?
    for (index, element) in SyntheticTags(seed: 7).enumerated() {
      var element = element
      let zero = first ?? element.releaseTime
      first = zero
      guard element.releaseTime - zero < seconds else { break }
      let time = start + Double(element.releaseTime - zero)
      guard change(index, &element) else { continue }
      events.append(try nielsen(element.content, time: time))
    }
    return events
  }
}
