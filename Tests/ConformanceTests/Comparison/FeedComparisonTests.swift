import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct FeedComparisonTests {
  private func compare(
    _ main: [TimedMetadataEvent],
    _ backup: [TimedMetadataEvent],
    isStrict: Bool = false
  ) -> CheckReport? {
    var comparison = FeedComparison()
    for (name, events) in [("main", main), ("backup", backup)] {
      comparison.begin(name)
      for case .tag(let tag) in events { comparison.receive(tag) }
    }
    return comparison.report(isStrict: isStrict)
  }

  @Test("the same feed, begun at another time, differs in nothing")
  func same() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = try MadeTag.stream(seconds: 120, start: 3)
    let report = try #require(compare(main, backup))
    #expect(report.input == "main and backup")
    #expect(report.verdict == .pass)
    #expect(report.rules.map(\.found) == [0, 0, 0])
    #expect(report.tags.data + report.tags.info == main.count + backup.count)
    #expect(report.tags.info == 2)
  }

  @Test("a tag that one feed lacks is missing, one that it has more is extra")
  func missing() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = try MadeTag.stream(seconds: 120) { index, _ in index != 4 }
    let lacking = try #require(compare(main, backup))
    #expect(lacking.verdict == .fail)
    #expect(lacking.rules.map(\.found) == [1, 0, 0])
    #expect(lacking.findings.map(\.message) == ["DATA tag of main is not in backup"])
    let more = try #require(compare(backup, main))
    #expect(more.rules.map(\.found) == [0, 1, 0])
    #expect(more.findings.map(\.message) == ["DATA tag of backup is not in main"])
  }

  @Test("a tag that comes later than its neighbours warns, and fails when strict")
  func late() throws {
    let main = try MadeTag.stream(seconds: 120)
    let backup = main.enumerated().map { index, event -> TimedMetadataEvent in
      guard index == 5, case .tag(var tag) = event else { return event }
      tag.time = tag.time.map { $0 + 2 }
      return .tag(tag)
    }
    let report = try #require(compare(main, backup))
    #expect(report.verdict == .warn)
    #expect(report.rules.map(\.state) == [.pass, .pass, .warn])
    #expect(
      report.findings.map(\.message) == [
        "DATA tag comes 2.0 s later in backup than its other tags (limit 0.5 s)"
      ]
    )
    #expect(compare(main, backup, isStrict: true)?.verdict == .fail)
  }

  @Test("the same tag in another rendition counts once")
  func renditions() throws {
    let main = try MadeTag.stream(seconds: 60)
    let report = try #require(compare(main + main, main))
    #expect(report.verdict == .pass)
    #expect(report.tags.data + report.tags.info == 2 * main.count)
  }

  @Test("feeds without tags are absent, and one feed alone is not compared")
  func nothing() throws {
    #expect(compare([], [])?.verdict == .absent)
    var comparison = FeedComparison()
    comparison.begin("main")
    #expect(comparison.report(isStrict: false) == nil)
  }
}
