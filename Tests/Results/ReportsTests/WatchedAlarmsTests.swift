import Conformance
import Formats
import Testing

@testable import Reports

@Suite("alarms of a watch in a report")
struct WatchedAlarmsTests {
  private static func row(
    _ message: String,
    _ severity: Severity = .error,
    at date: Double?,
    rendition: String? = "a"
  ) -> Finding {
    Finding(
      rule: RuleID(rawValue: "missing-tags"),
      severity: severity,
      place: Place(wallClock: date, rendition: rendition),
      message: message
    )
  }

  @Test("the name of a feed is shown before its URL, even if the feed could not be read")
  func feedName() throws {
    let builder = ReportBuilder()
    let fields = [
      ("input", "udp://a:1"), ("state", "watched"), ("verdict", "unreadable"),
      ("error", "udp://a:1: nothing came"), ("title", "Weather HD"),
    ]
    let json = JSONValue.object(fields.map { .init($0.0, .string($0.1)) })
    builder.take(.input(.init(json)))
    let input = try #require(builder.finish().inputs.first)
    #expect(input.name == "Weather HD (udp://a:1)")
    #expect(input.failure == "Weather HD (udp://a:1): nothing came")
  }

  @Test("an alarm and its end become one finding with the time of the end and the duration")
  func pairs() {
    let joined = WatchedAlarms.joined([
      Self.row("no tag", at: 1_767_225_600), Self.row("no tag", at: 1_767_225_601, rendition: "b"),
      Self.row("over after 300.0 s: no tag", .info, at: 1_767_225_900),
      Self.row("no tag", at: 1_767_226_000),
      Self.row("no longer watched: no tag", .info, at: 1_767_226_060),
    ])
    #expect(joined.map(\.place.rendition) == ["a", "b", "a"])
    #expect(joined[0].message == "no tag; over at 2026-01-01T00:05:00Z, after 0:05:00")
    #expect(joined[1].message == "no tag")
    #expect(joined[2].message == "no tag; over at 2026-01-01T00:07:40Z, after 0:01:00")
  }

  @Test("an alarm's end without its beginning, and a finding without a time of day, are unchanged")
  func others() {
    let rows = [
      Self.row("over after 9.0 s: no tag", .info, at: 1_767_225_600), Self.row("gap", at: nil),
      Self.row("a notice", .info, at: nil),
    ]
    #expect(WatchedAlarms.joined(rows) == rows)
  }
}
