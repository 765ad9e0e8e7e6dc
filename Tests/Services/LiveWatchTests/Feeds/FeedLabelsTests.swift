import Testing

@testable import LiveWatch

@Suite("labels of feeds")
struct FeedLabelsTests {
  @Test("labels are sorted by name, and each name occurs once")
  func order() throws {
    var labels = FeedLabels()
    for (name, value) in [("tier", "1"), ("region", "us"), ("tier", "2")] {
      try labels.set(name, value)
    }
    #expect(labels.all.map { "\($0.name)=\($0.value)" } == ["region=us", "tier=2"])
  }

  @Test(
    "names that are not valid in metrics are refused",
    arguments: ["", "1a", "a-b", "ä", "__a", "feed", "rendition", "alarm", "job", "a b", "a\n"]
      + [String(repeating: "a", count: 65)]
  )
  func names(name: String) {
    var labels = FeedLabels()
    #expect(throws: ListRefusal.self) { try labels.set(name, "x") }
    #expect(labels.isEmpty)
  }

  @Test("the number and length of labels are limited")
  func limits() throws {
    var labels = FeedLabels()
    try labels.set("a", String(repeating: "x", count: 256))
    #expect(throws: ListRefusal.self) {
      try labels.set("b", String(repeating: "x", count: 257))
    }
    for number in 1..<FeedLabels.mostLabels { try labels.set("l\(number)", "") }
    #expect(throws: ListRefusal.self) { try labels.set("m", "") }
    try labels.set("a", "y")
    #expect(labels.all.count == 16 && labels["a"] == "y")
  }
}
