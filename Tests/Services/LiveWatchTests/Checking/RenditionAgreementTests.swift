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

  /// Reads both renditions up to a time. `lacking` has the times of the tags, one every ten seconds, that "b" lacks.
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

  @Test(
    "renditions with the same tags agree, even if the times differ slightly",
    arguments: [0, 0.5]
  )
  mutating func same(shift: Double) {
    readBoth(upTo: 120, shift: shift)
    #expect(missing == [])
  }

  @Test("a missing tag is reported once, when both renditions have been read past the tag")
  mutating func lacking() {
    readBoth(upTo: 48, lacking: [40])
    #expect(missing == [.init(carrier: "a", rendition: "b", time: 40)])
  }

  @Test("tags of segments that could not be read are not missing")
  mutating func unread() {
    readBoth(upTo: 120, unread: [36])
    #expect(missing == [])
  }

  @Test("tags of segments that left the playlist before they were read are not missing")
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

  @Test("if the times of equal tags differ too much, a tag is missing in each rendition")
  mutating func shifted() {
    readBoth(upTo: 60, shift: 0.6)
    #expect(Set(missing.map(\.rendition)) == ["a", "b"])
  }

  @Test("renditions that have no tags or do not advance are left out when tags are judged")
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
    // A third rendition continues and lacks a tag, which is found without the rendition that stopped.
    agreement.expect(["c"])
    for start in stride(from: 120.0, to: 240, by: 6) {
      agreement.receive("tag \(start)", at: start, in: "a")
      if start != 180 { agreement.receive("tag \(start)", at: start, in: "c") }
      read("a", from: start)
      read("c", from: start)
    }
    #expect(missing == [.init(carrier: "a", rendition: "c", time: 180)])
  }

  @Test("a tag is not judged before a rendition that begins later has been read past the tag")
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

  /// Reads both renditions from `start`, with a tag at the start of every segment. "b" stops for a while and later
  /// reads the unread segments, like a rendition whose playlist was unavailable.
  private mutating func catchUp(
    awayFor seconds: Double,
    missing lost: ClosedRange<Double>? = nil,
    lackingBehind lacking: Double? = nil
  ) {
    func tag(_ start: Double) -> String { "tag \(start)" }
    let back = 60 + seconds
    for start in stride(from: 0.0, to: back + 120, by: 6) {
      agreement.receive(tag(start), at: start, in: "a")
      read("a", from: start)
      guard start < 60 || start >= back else { continue }
      // All missed tags arrive together.
      let first = start == back ? 60 : start
      for late in stride(from: first, through: start, by: 6) where lost?.contains(late) != true {
        if late == lost.map({ $0.upperBound + 6 }) { agreement.forget("b", before: late - 7) }
        if late != lacking { agreement.receive(tag(late), at: late, in: "b") }
        read("b", from: late)
      }
    }
  }

  @Test(
    "a rendition that continues after an absence of any length causes no findings",
    arguments: [6.0, 54, 60, 66, 120, 600]
  )
  mutating func catchingUp(seconds: Double) {
    catchUp(awayFor: seconds)
    #expect(missing == [])
  }

  @Test(
    "a rendition's missing tags are reported, except those during a long absence of the rendition"
  )
  mutating func lackingAfterAbsence() {
    catchUp(awayFor: 90, lackingBehind: 180)
    #expect(missing == [.init(carrier: "a", rendition: "b", time: 180)])
    self = RenditionAgreementTests()
    catchUp(awayFor: 30, lackingBehind: 66)
    #expect(missing == [.init(carrier: "a", rendition: "b", time: 66)])
    self = RenditionAgreementTests()
    catchUp(awayFor: 90, lackingBehind: 66)
    #expect(missing == [])
  }

  @Test("tags of segments that left the playlist during an absence are not missing")
  mutating func leftWhileAway() {
    catchUp(awayFor: 48, missing: 60...84)
    #expect(missing == [])
  }

  @Test("at least two renditions are needed for a comparison")
  mutating func compared() {
    #expect(agreement.compared == nil)
    readBoth(upTo: 60)
    #expect(agreement.compared == 60)
    for start in stride(from: 60.0, to: 300, by: 6) { read("a", from: start) }
    #expect(agreement.compared == 60)
  }

  @Test("tags that are forgotten to limit memory cause no false findings")
  mutating func crowded() {
    for start in stride(from: 0.0, to: 48, by: 6) {
      for rendition in ["a", "b"] {
        // "b" is half a minute late.
        let begin = rendition == "a" ? start + 30 : start
        for number in 0..<300 {
          let time = begin + Double(number) / 50
          agreement.receive("tag \(Int((time * 50).rounded()))", at: time, in: rendition)
        }
        read(rendition, from: begin)
      }
    }
    #expect(missing == [])
  }

  @Test("memory is limited for any number of tags and renditions")
  mutating func bounds() {
    for number in 0..<5000 {
      agreement.receive("tag \(number)", at: Double(number), in: "r\(number % 500)")
    }
    read("r0", from: 1e9)
    #expect(missing.count <= RenditionAgreement.capacity * RenditionAgreement.maximumRenditions)
  }
}
