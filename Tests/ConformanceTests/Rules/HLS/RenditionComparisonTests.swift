import Testing

@testable import Conformance

@Suite("The comparison of renditions")
struct RenditionComparisonTests {
  private typealias Missing = RenditionComparison.Missing

  @Test("waits for copies in bounded memory, and tells what had to be judged before")
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

  @Test("a tag that comes twice needs two copies")
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

  @Test("only renditions that are asked for lack anything")
  func names() {
    var comparison = RenditionComparison(limit: 0.5)
    comparison.receive("x", at: 8, in: "a")
    comparison.receive("y", at: 8, in: "b")
    #expect(comparison.finish(renditions: ["a"]).map(\.rendition) == ["a"])
  }

  @Test("renditions beyond the 64th are left out", arguments: [64, 65])
  func renditions(count: Int) {
    var comparison = RenditionComparison(limit: 0.5)
    let names = (1...count).map { "\($0)" }
    for name in names { comparison.receive(name == names.last ? "y" : "x", at: 8, in: name) }
    let found = comparison.finish(renditions: names)
    // The last one has a tag of its own: 63 others lack it, and it lacks theirs.
    #expect(found.map(\.rendition) == (count == 64 ? names : []))
  }
}
