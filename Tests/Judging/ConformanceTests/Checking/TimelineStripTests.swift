import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct TimelineStripTests {
  private func draw(
    _ events: [TimedMetadataEvent],
    seconds: Double,
    renditions: [RenditionSummary] = []
  ) -> [TimelineStrip] {
    var checker = Checker(input: "a", options: CheckOptions())
    for event in events { checker.receive(event) }
    var summary = InputSummary(
      duration: seconds,
      streams: [],
      renditions: renditions,
      byteCount: 1
    )
    summary.media = [.transportStream]
    checker.receive(.end(summary))
    return checker.report().timelines
  }

  @Test("a strip has a mark for every ten seconds of content, and INFO takes precedence over DATA")
  func marks() throws {
    let strips = draw(try MadeTag.stream(seconds: 40, start: 8), seconds: 45)
    #expect(strips.count == 1)
    // DATA at 8 s, INFO at 10 s, DATA at 18 s, 28 s and 38 s.
    #expect(strips.first?.marks == [.data, .info, .data, .data, .data])
  }

  @Test("a gap leaves empty marks in the strip, but a slightly late tag does not")
  func coverage() throws {
    let times = [10.01, 20.02, 29.99, 40.01, 55, 95.5, 106, 111]
    let events = try times.map { try MadeTag.data(time: $0) }
    let marks = draw(events, seconds: 150).first?.marks.map { $0 == .nothing ? "." : "d" }
    #expect(marks?.joined() == "dddddd...ddd...")
  }

  @Test("the tag marks of a strip do not include faults")
  func tagsAtFaults() throws {
    let events = try MadeTag.dataTags(6).filter { event in
      !(20..<60).contains(event.tag?.time ?? 0)
    }
    let strip = try #require(draw(events, seconds: 60).first)
    #expect(strip.marks.contains(.fault))
    #expect(!strip.tags.contains(.fault))
    #expect(strip.tags == [.data, .data, .nothing, .nothing, .nothing, .nothing])
    #expect(strip.marks.count == strip.tags.count)
  }

  @Test("a fault replaces any other mark at its time")
  func fault() throws {
    let events = try MadeTag.dataTags(
      6,
      bytes: { index, bytes in
        if index == 3 { bytes[bytes.count - 1] = 0 }
      }
    )
    #expect(
      draw(events, seconds: 60).first?.marks == [.data, .data, .data, .fault, .data, .data]
    )
  }

  @Test("every fault is drawn, even if there are more faults than the report lists")
  func manyFaults() throws {
    let count = FindingLog.maximumFindings + 20
    let events = try MadeTag.dataTags(count, bytes: { _, bytes in bytes[bytes.count - 1] = 0 })
    let marks = draw(events, seconds: Double(count * 10)).first?.marks
    #expect(marks == Array(repeating: TimelineStrip.Mark.fault, count: count))
  }

  @Test("each variant and audio rendition has a strip, even without tags, in playlist order")
  func renditions() throws {
    var summaries = ["video", "audio", "other"].map { RenditionSummary(name: $0, uri: $0) }
    summaries[1].role = .audio
    summaries[2].role = .other
    let events = try MadeTag.stream(seconds: 20).map { event -> TimedMetadataEvent in
      guard case .tag(var tag) = event else { return event }
      tag.rendition = "audio"
      return .tag(tag)
    }
    let strips = draw(events, seconds: 30, renditions: summaries)
    #expect(strips.map(\.rendition) == ["video", "audio"])
    #expect(strips.first?.marks == [.nothing, .nothing, .nothing])
  }

  @Test("times outside the strip are ignored")
  func hostileTimes() throws {
    let times = [-1.0, .nan, .infinity, 1e300, 5]
    let events = try times.map { try MadeTag.data(time: nil).at($0) }
    #expect(draw(events, seconds: 10).first?.marks.count == 1)
    #expect(draw([], seconds: 1e300).isEmpty)
  }
}

extension TimedMetadataEvent {
  fileprivate func at(_ time: Double) -> TimedMetadataEvent {
    guard case .tag(var tag) = self else { return self }
    tag.time = time
    return .tag(tag)
  }
}
