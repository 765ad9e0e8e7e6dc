import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("The comparison of renditions")
struct RenditionComparisonTests {
  private typealias Missing = RenditionComparison.Missing

  @Test("missing tags are reported even if more tags await copies than the comparison can store")
  func capacity() {
    var comparison = RenditionComparison(limit: 0.5)
    let count = RenditionComparison.capacity + 10
    for index in 0..<count { comparison.receive("\(index)", at: Double(index), in: "a") }
    for index in 10..<count { comparison.receive("\(index)", at: Double(index), in: "b") }
    #expect(
      comparison.finish(renditions: ["a", "b"]) == [
        Missing(carrier: "a", rendition: "b", count: 10, firstTime: 0)
      ]
    )
  }

  @Test("a tag that occurs twice in one rendition must occur twice in the others")
  func twice() {
    var comparison = RenditionComparison(limit: 0.5)
    comparison.receive("x", at: 8, in: "a")
    comparison.receive("x", at: 8.25, in: "a")
    comparison.receive("x", at: 8.25, in: "b")
    #expect(
      comparison.finish(renditions: ["a", "b"]) == [
        Missing(carrier: "a", rendition: "b", count: 1, firstTime: 8)
      ]
    )
  }

  @Test("missing tags are reported only for the requested renditions")
  func names() {
    var comparison = RenditionComparison(limit: 0.5)
    comparison.receive("x", at: 8, in: "a")
    comparison.receive("y", at: 8, in: "b")
    #expect(comparison.finish(renditions: ["a"]).map(\.rendition) == ["a"])
  }

  @Test("renditions after the 64th are not compared", arguments: [64, 65])
  func renditions(count: Int) {
    var comparison = RenditionComparison(limit: 0.5)
    let names = (1...count).map { "\($0)" }
    for name in names { comparison.receive(name == names.last ? "y" : "x", at: 8, in: name) }
    let found = comparison.finish(renditions: names)
    // The last rendition has its own tag: 63 others lack that tag, and it lacks the tag of the others.
    #expect(found.map(\.rendition) == (count == 64 ? names : []))
  }

  @Test("tags after the last segment of a rendition are missing only if the rendition has ended")
  func behind() {
    let count = RenditionComparison.capacity + 10
    func segment(at start: Double) -> SegmentReport {
      SegmentReport(rendition: "b", uri: "b.ts", mediaSequence: 0, start: start, duration: 6)
    }
    func missing(then later: Double?, hasEnded: Bool) -> [Missing] {
      var comparison = RenditionComparison(limit: 0.5)
      comparison.receive(segment(at: 0))
      for index in 7..<count + 7 { comparison.receive("\(index)", at: Double(index), in: "a") }
      if let later { comparison.receive(segment(at: later)) }
      return comparison.finish(renditions: ["a", "b"], hasEnded: hasEnded)
    }
    #expect(
      missing(then: nil, hasEnded: true) == [
        Missing(carrier: "a", rendition: "b", count: count, firstTime: 7)
      ]
    )
    #expect(missing(then: nil, hasEnded: false) == [])
    // Tags that were judged before the later segment do not count.
    #expect(
      missing(then: 5000, hasEnded: true) == [
        Missing(carrier: "a", rendition: "b", count: count - 10, firstTime: 17)
      ]
    )
  }
}
