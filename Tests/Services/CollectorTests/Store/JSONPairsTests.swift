import Testing

@testable import Collector

@Suite("pairs as JSON")
struct JSONPairsTests {
  @Test(
    "pairs that are written are read again",
    arguments: [[], [("a", "b")], [("ü\"\n", "\\"), ("", "🙂")]]
  )
  func roundTrip(_ pairs: [(String, String)]) {
    let text = JSONPairs.text(pairs)
    #expect(JSONPairs.pairs(text).map { [$0.name, $0.value] } == pairs.map { [$0.0, $0.1] })
  }

  @Test("the text is compact") func text() {
    #expect(JSONPairs.text([("a", "b"), ("c", "d")]) == #"[["a","b"],["c","d"]]"#)
  }

  @Test("other texts have no pairs", arguments: ["", "{}", "[1]", "[[\"a\"]]", "[["])
  func foreign(_ text: String) { #expect(JSONPairs.pairs(text).isEmpty) }
}
