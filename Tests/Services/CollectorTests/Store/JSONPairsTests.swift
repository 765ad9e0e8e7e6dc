import Testing

@testable import Collector

@Suite("pairs of strings as JSON")
struct JSONPairsTests {
  @Test(
    "written pairs are read back",
    arguments: [[], [("a", "b")], [("ü\"\n", "\\"), ("", "🙂")]]
  )
  func roundTrip(_ pairs: [(String, String)]) {
    let text = JSONPairs.text(pairs)
    #expect(JSONPairs.pairs(text).map { [$0.name, $0.value] } == pairs.map { [$0.0, $0.1] })
  }

  @Test("pairs are written as compact JSON") func text() {
    #expect(JSONPairs.text([("a", "b"), ("c", "d")]) == #"[["a","b"],["c","d"]]"#)
  }

  @Test(
    "text of a different form gives no pairs",
    arguments: ["", "{}", "[1]", "[[\"a\"]]", "[["]
  )
  func foreign(_ text: String) { #expect(JSONPairs.pairs(text).isEmpty) }
}
