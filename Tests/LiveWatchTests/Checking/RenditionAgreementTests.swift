import Testing
import TimedMetadata

@testable import LiveWatch

@Suite struct RenditionAgreementTests {
  private var agreement = RenditionAgreement(limit: 0.5)
  private var missing: [RenditionAgreement.Missing] = []

  init() { agreement.expect(["a", "b"]) }

  private mutating func read(_ rendition: String, from start: Double, isComplete: Bool = true) {
    var segment = SegmentReport(
      rendition: rendition,
      uri: "\(start).ts",
      mediaSequence: Int(start / 6),
      start: start,
      duration: 6
    )
    segment.isComplete = isComplete
    missing += agreement.receive(segment)
  }

  /// Reads both renditions up to a time; `lacking` are the tags, every ten seconds, that "b" does not
  /// have.
  private mutating func readBoth(
    upTo end: Int,
    lacking: Set<Int> = [],
    unread: Set<Int> = [],
    shift: Double = 0
  ) {
    for start in stride(from: 0, to: end, by: 6) {
      for rendition in ["a", "b"] {
        let tags = stride(from: 0, to: end, by: 10).filter { (start..<start + 6).contains($0) }
        let isUnread = rendition == "b" && unread.contains(start)
        for tag in tags where !(rendition == "b" && (lacking.contains(tag) || isUnread)) {
          let time = Double(tag) + (rendition == "b" ? shift : 0)
          agreement.receive("tag \(tag)", at: time, in: rendition)
        }
        read(rendition, from: Double(start), isComplete: !isUnread)
      }
    }
  }

  @Test("renditions with the same tags agree, also a little apart", arguments: [0, 0.5])
  mutating func same(shift: Double) {
    readBoth(upTo: 120, shift: shift)
    #expect(missing == [])
  }

  @Test("a tag that one rendition lacks is told once, when both have been read past it")
  mutating func lacking() {
    readBoth(upTo: 48, lacking: [40])
    #expect(missing == [.init(carrier: "a", rendition: "b", time: 40)])
  }

  @Test("what could not be read is not missed")
  mutating func unread() {
    readBoth(upTo: 120, unread: [36])
    #expect(missing == [])
  }

  @Test("what left the playlist unread is not missed")
  mutating func missed() {
    for start in stride(from: 0.0, to: 60, by: 6) {
      agreement.receive("tag \(start)", at: start, in: "a")
      if start == 48 { agreement.forget("b", before: 48) }
      if start < 12 || start >= 48 {
        agreement.receive("tag \(start)", at: start, in: "b")
        read("b", from: start)
      }
      read("a", from: start)
    }
    #expect(missing == [])
  }

  @Test("tags at another time are missed on both sides")
  mutating func shifted() {
    readBoth(upTo: 60, shift: 0.6)
    #expect(Set(missing.map(\.rendition)) == ["a", "b"])
  }

  @Test("a rendition without any tag is not compared, one that stands still is not waited for")
  mutating func silent() {
    agreement = RenditionAgreement(limit: 0.5)
    agreement.expect(["a", "none", "stopped"])
    for start in stride(from: 0.0, to: 120, by: 6) {
      agreement.receive("tag \(start)", at: start, in: "a")
      read("a", from: start)
      read("none", from: start)
      if start < 12 {
        agreement.receive("tag \(start)", at: start, in: "stopped")
        read("stopped", from: start)
      }
    }
    #expect(missing.isEmpty)
    // A third one goes on and lacks a tag: that is seen without the one that stopped.
    agreement.expect(["c"])
    for start in stride(from: 120.0, to: 240, by: 6) {
      agreement.receive("tag \(start)", at: start, in: "a")
      if start != 180 { agreement.receive("tag \(start)", at: start, in: "c") }
      read("a", from: start)
      read("c", from: start)
    }
    #expect(missing == [.init(carrier: "a", rendition: "c", time: 180)])
  }

  @Test("a rendition that begins later than the others is waited for")
  mutating func late() {
    for start in [0.0, 6, 12] {
      agreement.receive("tag \(start)", at: start + 1, in: "a")
      read("a", from: start)
    }
    for start in [0.0, 6, 12, 18] {
      if start != 18 { agreement.receive("tag \(start)", at: start + 1, in: "b") }
      read("b", from: start)
    }
    #expect(missing == [])
  }

  @Test("tags and renditions without end take no more room than some")
  mutating func bounds() {
    for number in 0..<5000 {
      agreement.receive("tag \(number)", at: Double(number), in: "r\(number % 500)")
    }
    read("r0", from: 1e9)
    #expect(missing.count <= RenditionAgreement.capacity * RenditionAgreement.maximumRenditions)
  }
}
