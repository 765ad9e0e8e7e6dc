import Testing

@testable import Trace

@Suite("Content that a hop replaces")
struct ReplacedContentTests {
  private static let tags = TestChain.tags()
  private static let before = TestChain.stream("a", tags)

  @Test("tags missing between two new discontinuities are reported as replaced, not as lost")
  func replaced() {
    let rest = Self.tags.without(10..<13)
    let ads = (0..<3).map { TestChain.tag($0, at: 101 + Double($0) * 10, seed: 8) }
    for (tags, extra) in [(rest, [String]()), (rest + ads, ["b: extra 3 at 101.0"])] {
      let taps = [Self.before, TestChain.playlist("b", tags, discontinuities: [10, 13])]
      #expect(TestChain.incidents(taps) == extra + ["b: replaced 3 at 105.0"])
      #expect(ChainTrace.report(taps).verdict == .pass)
    }
  }

  @Test("missing tags that are not enclosed by new discontinuities are reported as lost")
  func lost() {
    let taps = [
      Self.before,
      TestChain.playlist("b", Self.tags.without(10..<13), discontinuities: [15]),
    ]
    #expect(TestChain.incidents(taps) == ["b: lost 3 at 105.0"])
    let around = [
      Self.before,
      TestChain.playlist("b", Self.tags.without(11..<12), discontinuities: [10, 13]),
    ]
    #expect(TestChain.incidents(around) == ["b: lost 1 at 115.0"])
  }

  @Test(
    "tags missing between discontinuities of both taps are lost unless other tags replace them",
    arguments: [
      (10..<13, [10, 13] as Set<Int>, "b: lost 3 at 105.0"),
      (20..<30, [20] as Set<Int>, "b: lost 10 at 205.0"),
      (0..<10, [10] as Set<Int>, "b: lost 10 at 5.0"),
    ]
  )
  func lostInPart(lost: Range<Int>, discontinuities: Set<Int>, expected: String) {
    let before = TestChain.playlist("a", Self.tags, discontinuities: discontinuities)
    let tags = Self.tags.without(lost)
    let after = TestChain.playlist("b", tags, discontinuities: discontinuities)
    #expect(TestChain.incidents([before, after]) == [expected])
    let ads = (0..<lost.count).map { index in
      TestChain.tag(index, at: Double(lost.lowerBound + index) * 10 + 1, seed: 8)
    }
    let other = TestChain.playlist("b", tags + ads, discontinuities: discontinuities)
    let replaced = expected.replacing("lost", with: "replaced")
    #expect(TestChain.incidents([before, other]).contains(replaced))
  }

  @Test("tags after a break that is longer than the replaced content are not reported as moved")
  func longer() {
    let after = Array(Self.tags[13...]).shifted(by: 10)
    let taps = [
      Self.before,
      TestChain.playlist(
        "b",
        Array(Self.tags[0..<10]) + after,
        segments: 0..<31,
        discontinuities: [10, 14]
      ),
    ]
    #expect(TestChain.incidents(taps) == ["b: replaced 3 at 105.0"])
  }

  @Test("missing tags in a break that has not ended are not reported as lost")
  func open() {
    let taps = [
      Self.before,
      TestChain.playlist(
        "b",
        Array(Self.tags[0..<20]),
        segments: 0..<25,
        discontinuities: [20]
      ),
    ]
    #expect(TestChain.incidents(taps) == [])
  }
}
