import PingAnalysis
import Testing

@Suite("rehearsal items")
struct RehearsalItemTests {
  @Test("ids are unique, and no text is empty")
  func texts() {
    #expect(Set(RehearsalItem.all.map(\.id)).count == RehearsalItem.all.count)
    for item in RehearsalItem.all {
      #expect(!item.title.isEmpty && !item.remedy.isEmpty && !item.source.isEmpty, "\(item.id)")
    }
  }
}
