import Testing

@testable import TimedMetadata

@Suite struct WordSearchTests {
  private func positions(of word: String, in text: String) -> [Int] {
    let search = WordSearch(word)
    return Array(text.utf8).withUnsafeBytes { bytes in
      var found: [Int] = []
      while let next = search.position(in: bytes, from: found.last.map { $0 + 1 } ?? 0) {
        found.append(next)
      }
      return found
    }
  }

  @Test(
    "every place of a word is found",
    arguments: [
      ("nielsen", "", []), ("nielsen", "nielse", []), ("nielsen", "nielsen", [0]),
      ("nielsen", "nielsenielsen", [0, 6]), ("aa", "aaaa", [0, 1, 2]), ("a", "banana", [1, 3, 5]),
      ("nielsen", "xx nielsen, ninielsen!", [3, 14]),
    ] as [(String, String, [Int])]
  )
  func places(word: String, text: String, expected: [Int]) {
    #expect(positions(of: word, in: text) == expected)
  }
}
