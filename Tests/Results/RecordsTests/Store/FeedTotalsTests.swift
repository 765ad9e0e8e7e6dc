import Conformance
import Formats
import RecordSamples
import Testing

@testable import Records

@Suite struct FeedTotalsTests {
  private func finding(
    _ severity: Severity,
    _ key: WatchStore.StreamKey,
    rule: String = "cadence-gap"
  ) -> WatchStore.FoundRow {
    var record = FindingRecord(rule: rule, severity: severity, message: "")
    (record.rendition, record.program) = (key.rendition, key.program)
    return WatchStore.FoundRow(feed: 0, record: record)
  }

  @Test("tags are counted by kind, for the feed and for the stream")
  func counts() throws {
    var totals = FeedTotals()
    totals.count(try SampleTags.data(), in: .init(program: 1))
    totals.count(SampleTags.broken(), in: .init(program: 1))
    #expect(totals.tags == TagCounts(data: 1, other: 1))
    #expect(totals.streams.map(\.tags) == [totals.tags])
    #expect(totals.streams.map(\.pid) == [258])
    #expect(totals.verdict == .pass)
  }

  @Test(
    "an error fails the feed and the error's stream, and a stream without tags is absent",
    arguments: [
      (WatchStore.StreamKey(program: 1), [Verdict.fail, .pass]),
      (WatchStore.StreamKey(rendition: "a"), [.pass, .pass, .absent]),
      (.feed, [.pass, .fail]),
    ] as [(WatchStore.StreamKey, [Verdict])]
  )
  func places(key: WatchStore.StreamKey, expected: [Verdict]) throws {
    var totals = FeedTotals()
    for known in [WatchStore.StreamKey(program: 1), .feed] {
      totals.count(try SampleTags.data(), in: known)
    }
    totals.take(finding(.error, key))
    #expect(totals.streams.map(totals.verdict(of:)) == expected)
    #expect(totals.verdict == .fail)
  }

  @Test("a finding with severity info does not change the verdict on a feed")
  func harmless() throws {
    var totals = FeedTotals()
    totals.count(try SampleTags.data(), in: .feed)
    totals.take(finding(.info, .feed))
    #expect(totals.verdict == .pass)
  }

  @Test("memory is limited for any number of streams, and every tag is counted")
  func bounds() throws {
    var totals = FeedTotals()
    let tag = try SampleTags.data()
    for number in 0..<5000 { totals.count(tag, in: .init(rendition: "v\(number)")) }
    totals.list((0..<5000).map { WatchStore.StreamRow(key: .init(rendition: "w\($0)")) })
    #expect(totals.streams.count <= FeedTotals.capacity)
    #expect(totals.tags.data + totals.copies.data == 5000)
  }

  @Test("a feed without DATA tags is not judged until missing tags are reported")
  func presence() throws {
    var totals = FeedTotals()
    totals.list([WatchStore.StreamRow(key: .feed)])
    #expect(totals.verdict == .notJudged)
    totals.take(finding(.error, .feed, rule: "hls-playlist-invalid"))
    #expect(totals.verdict == .notJudged)
    totals.take(finding(.error, .feed, rule: "missing-tags"))
    #expect(totals.verdict == .absent)
  }

  @Test("a tag in several renditions counts as one tag, even if a copy arrives late")
  func copies() throws {
    var totals = FeedTotals()
    for name in ["a", "b", "c"] {
      for _ in 0..<2 { totals.count(try SampleTags.data(), in: .init(rendition: name)) }
    }
    #expect(totals.tags.data == 2)
    #expect(totals.copies.data == 4)
  }
}
