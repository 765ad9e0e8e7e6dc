import Testing

@testable import PingAnalysis

@Suite("document titles of items")
struct DocumentNameTests {
  @Test("documents are named by their titles, not by file names")
  func titles() {
    let sources = RehearsalItem.all.map(\.source) + HandCheck.all.map(\.source)
    for words in sources {
      #expect(!words.contains(".txt") && !words.contains(".json") && !words.contains("W: "))
    }
    #expect(
      Documents.words(Documents.all(Documents.guide, Documents.dcrChecklist))
        == "DCR Sweden Video iOS SDK (2024-09), Nielsen's wiki: DCR Pre-Certification Checklist"
    )
  }
}
