import PingAnalysis
import Testing

@Suite("rehearsal items judged on changed captures")
struct RehearsalRowTests {
  /// Items that no capture passes, because a capture can only refute them.
  private static let onlyRefuted: Set = ["content-assetid-unique", "content-segments-count"]
  /// Items that no capture fails, because they only list findings.
  private static let neverFailing: Set = ["ott-type-known"]
  /// Items that are assessed on every capture.
  private static let alwaysAssessed: Set = ["capture-sufficient"]

  @Test(
    "on a changed capture, an item has the expected status, and no unexpected item fails",
    arguments: RehearsalRow.all
  )
  func outcome(row: RehearsalRow) throws {
    let item = try #require(RehearsalItem.all.first { $0.id == row.item })
    let capture = try row.capture()
    let found = item.judge(capture)
    #expect(found.status == .notAssessed || !found.expected.isEmpty && found.seen?.isEmpty == false)
    switch (row.outcome, found.status) {
    case (.passes, .passed):
      #expect(!found.pings.isEmpty)
      #expect(RehearsalItem.failures(of: capture, for: row.item) == [])
    case (.fails(let also), .failed):
      #expect(Set(found.pings).isSubset(of: capture.pings.map(\.index)))
      #expect(RehearsalItem.failures(of: capture, for: row.item).subtracting(also) == [row.item])
    case (.isNotAssessed, .notAssessed): break
    default: Issue.record("\(found)")
    }
  }

  @Test(
    "each item, with listed exceptions, has captures that it passes, fails and cannot assess",
    arguments: RehearsalItem.all
  )
  func completeness(item: RehearsalItem) {
    let rows = RehearsalRow.all.filter { $0.item == item.id }
    let broken = rows.count { if case .fails = $0.outcome { true } else { false } }
    #expect(broken >= 2 || Self.neverFailing.contains(item.id))
    #expect(Self.onlyRefuted.contains(item.id) || rows.contains { $0.outcome == .passes })
    #expect(
      Self.alwaysAssessed.contains(item.id) || rows.contains { $0.outcome == .isNotAssessed }
    )
  }
}

extension RehearsalItem: CustomTestStringConvertible {
  public var testDescription: String { id }
}
