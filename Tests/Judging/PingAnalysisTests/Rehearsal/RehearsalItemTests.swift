import PingAnalysis
import Testing

@Suite("items of the rehearsal")
struct RehearsalItemTests {
  @Test("no id is given twice, and no text is missing")
  func texts() {
    #expect(Set(RehearsalItem.all.map(\.id)).count == RehearsalItem.all.count)
    for item in RehearsalItem.all {
      #expect(!item.title.isEmpty && !item.remedy.isEmpty && !item.source.isEmpty, "\(item.id)")
    }
  }
}
