import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

/// Templates that are made from streams.
@Suite struct TemplateObservationTests {
  private static func observed(
    _ events: [TimedMetadataEvent],
    summary: InputSummary? = nil,
    duration: Double = 600
  ) -> TemplateObservation {
    var observation = TemplateObservation()
    observation.begin(start: 0)
    for event in events { observation.receive(event) }
    observation.receive(
      .end(summary ?? InputSummary(duration: duration, streams: [], byteCount: 1))
    )
    return observation
  }

  @Test("a template has the dated CIDs, breakout codes, owners and offset ranges of the stream")
  func believable() throws {
    let (pc, fd) = try MadeTemplate.cids()
    let template = try Self.observed(MadeTag.stream(seconds: 600)).template(channel: "News")
    #expect(
      template.text == """
        {
          "version": 1,
          "channel": "News",
          "note": "Written by 'id3tap expect' from 60 DATA tags and 2 INFO tags in 600.0 s. Fields that are \
        removed are not compared.",
          "pc": {
            "expected": true,
            "cids": [{"cid": "\(pc)", "from": "2023-11-14T03:00:00Z", "to": "2023-11-15T03:00:00Z"}],
            "offset": {"from": 0, "to": 89999}
          },
          "fd": {
            "expected": true,
            "cids": [{"cid": "\(fd)", "from": "2023-11-14T03:00:00Z", "to": "2023-11-15T03:00:00Z"}],
            "offset": {"from": 0, "to": 89999}
          },
          "breakouts": ["00"],
          "owners": ["www.nielsen.com/"]
        }

        """
    )
  }

  @Test("a source without CIDs is marked as not expected, and the longest null period is recorded")
  func nulls() throws {
    let tags = try MadeTag.dataTags(
      20,
      content: { index, content in
        content.pcCID = .null
        if (5...10).contains(index) { content.fdCID = .null }
      }
    )
    let template = try Self.observed(tags).template(channel: "a")
    #expect(template.pc == ChannelTemplate.Source(isExpected: false))
    #expect(template.fd.isExpected == true && template.fd.nullSeconds == 50)
  }

  @Test("a CID of the next day is a new entry, and two CIDs of one day are refused unless accepted")
  func several() throws {
    let changed = try MadeTag.dataTags(
      4,
      content: { index, content in
        if index > 1 { content.fdCID = MadeTemplate.other }
      }
    )
    let (_, fd) = try MadeTemplate.cids()
    let error = #expect(throws: TemplateRefusal.self) {
      try Self.observed(changed).template(channel: "a")
    }
    #expect(
      error
        == .severalCIDs(.fd, first: fd, second: MadeTemplate.other, time: 28)
    )
    let accepted = try Self.observed(changed).template(channel: "a", acceptsSeveral: true)
    #expect(accepted.fd.cids.map(\.cid) == [fd, MadeTemplate.other])
    let days = try MadeTag.dataTags(
      4,
      content: { index, content in
        guard index > 1 else { return }
        content.fdCID = MadeTemplate.other
        content.firstTagTime += 86_400
        content.lastTagTime += 86_400
      }
    )
    let template = try Self.observed(days).template(channel: "a")
    #expect(template.fd.cids.map(\.from) == [1_699_930_800, 1_700_017_200])
  }

  @Test(
    "an unsuitable stream is refused with a remedy",
    arguments: [
      ([MadeTag.other(time: 1)], "no Nielsen tag (1 other ID3 tag): name a stream with tags"),
      ([try? MadeTag.info()].compactMap(\.self), "no DATA tag, only 1 INFO tag: read more"),
      (
        [
          try? MadeTag.data(content: { content in
            (content.pcCID, content.fdCID) = (.null, .null)
          })
        ].compactMap(\.self), "1 DATA tag with null CIDs only: choose an hour"
      ),
    ] as [([TimedMetadataEvent], String)]
  )
  func refused(_ events: [TimedMetadataEvent], _ words: String) {
    let error = #expect(throws: TemplateRefusal.self) {
      try Self.observed(events).template(channel: "a")
    }
    #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "the renditions with tags are written as all, video or audio if possible, or else by name",
    arguments: [
      ([60, 60, 60], .all), ([60, 60, 0], .video), ([0, 0, 60], .audio),
      ([60, 0, 60], .named(["a", "c"])),
    ] as [([Int], ChannelTemplate.TaggedRenditions)]
  )
  func renditions(_ tags: [Int], _ words: ChannelTemplate.TaggedRenditions) throws {
    let summary = InputSummary.playlist([
      .made("a", tags: tags[0], goesWith: ["g"]), .made("b", tags: tags[1], goesWith: ["g"]),
      .made("c", tags: tags[2], role: .audio, memberOf: ["g"]),
      .made("d", tags: 0, role: .other),
    ])
    let template = try Self.observed(MadeTag.dataTags(3), summary: summary).template(channel: "a")
    #expect(template.renditions == words)
  }

  @Test("a template has a cadence only if it is unusual, and an ad load only from half an hour on")
  func amounts() throws {
    let slow = try MadeTag.dataTags(20).enumerated().map { index, event in
      event.with { $0.time = Double(index) * 20 }
    }
    #expect(try Self.observed(slow).template(channel: "a").cadence == .init(data: 20))
    let hour = try MadeTag.stream(seconds: 1800) { index, _ in !(60...80).contains(index) }
    let template = try Self.observed(hour, duration: 1800).template(channel: "a")
    #expect(template.adLoad == 4...9)
    #expect(template.cadence == .init())
  }

  @Test("a stream passes the comparison with the template that was made from it")
  func agrees() throws {
    let events = try MadeTag.stream(seconds: 1800)
    let template = try Self.observed(events, duration: 1800).template(channel: "a")
    for rule in RuleDescription.all where rule.traits.group == .expect {
      let run = try RuleRun(rule.id, events, duration: 1800, template: template)
      #expect(run.findings.isEmpty && run.result.state != .fail, "\(run.messages)")
    }
  }
}
