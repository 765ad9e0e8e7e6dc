import Foundation
import ReaderTestSupport
import TestSupport
import TimedMetadata

@testable import Presentation

private typealias ISO = ISOMediaBuilder

/// DASH manifests and segments of two seconds with one tag each.
enum SampleManifest {
  /// The URL of the manifest that is read.
  static let url = "https://test/manifest.mpd"
  /// The media time at the start of the first segment.
  static let firstSecond = 10
  static let initialization = ISO.fileType() + ISO.movie(ISO.Track())

  /// Segment `number`, with tag `number` one second after its start in media time.
  static func segment(_ number: Int, version: Int = 1, start: Int? = nil) -> [UInt8] {
    let start = (start ?? firstSecond + 2 * number) * 90_000
    let tag = StreamBuilder.tag(number)
    let message =
      version == 1
      ? ISO.message(tag, at: start + 90_000, id: number)
      : ISO.message(tag, after: 90_000, id: number)
    return ISO.fileType(type: "styp") + message
      + ISO.fragment(ISO.Fragment(at: start, duration: 180_000))
  }

  /// `init.mp4`, and segments as `NAME0.m4s`, `NAME1.m4s` and so on.
  static func files(_ count: Int, name: String = "s", version: Int = 1) -> [String: [UInt8]] {
    var files = ["https://test/init.mp4": initialization]
    for number in 0..<count {
      files["https://test/\(name)\(number).m4s"] = segment(number, version: version)
    }
    return files
  }

  /// All segments and their index in one file, and the byte range of the index.
  static func file(_ count: Int) -> (bytes: [UInt8], index: Range<Int>) {
    let segments = (0..<count).map { segment($0) }
    let entries = segments.flatMap { ISO.word($0.count) + ISO.word(180_000) + ISO.word(0) }
    let index = ISO.box(
      "sidx",
      ISO.word(0) + ISO.word(1) + ISO.word(90_000) + ISO.word(firstSecond * 90_000),
      ISO.word(0) + ISO.word(count),
      entries
    )
    let start = initialization.count
    return (initialization + index + segments.flatMap { $0 }, start..<start + index.count)
  }

  /// A manifest with one Period of `sets`.
  static func manifest(
    _ sets: String,
    attributes: String = "type=\"static\" mediaPresentationDuration=\"PT8S\"",
    events: String = ""
  ) -> String {
    manifest(periods: ["<Period>\(sets)\(events)</Period>"], attributes: attributes)
  }

  static func manifest(periods: [String], attributes: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- made for a test -->
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" minBufferTime="PT2S" \(attributes)>
      \(periods.joined(separator: "\n  "))
    </MPD>
    """
  }

  /// An AdaptationSet with one Representation, whose segments have the given addressing.
  static func set(
    _ addressing: String = numbers,
    type: String = "video",
    id: String = "v",
    head: String = "",
    bandwidth: Int = 1000
  ) -> String {
    """
    <AdaptationSet contentType="\(type)" mimeType="\(type)/mp4">\(head)
      <Representation id="\(id)" bandwidth="\(bandwidth)">\(addressing)</Representation>
    </AdaptationSet>
    """
  }

  private static let clock = "timescale=\"90000\" presentationTimeOffset=\"900000\""

  /// The addressing of numbered segments.
  static let numbers = """
    <SegmentTemplate \(clock) startNumber="0" duration="180000"
      initialization="init.mp4" media="s$Number$.m4s"/>
    """

  /// The addressing of segments in a SegmentTimeline.
  static let timeline = """
    <SegmentTemplate \(clock) startNumber="0" initialization="init.mp4" media="s$Number$.m4s">
      <SegmentTimeline><S t="900000" d="180000" r="3"/></SegmentTimeline>
    </SegmentTemplate>
    """

  /// The addressing of segments in a SegmentList.
  static let list = """
    <SegmentList \(clock) duration="180000"><Initialization sourceURL="init.mp4"/>
      <SegmentURL media="s0.m4s"/><SegmentURL media="s1.m4s"/>
      <SegmentURL media="s2.m4s"/><SegmentURL media="s3.m4s"/>
    </SegmentList>
    """

  /// The addressing of segments in `media.mp4` by its index.
  static func base(_ index: Range<Int>, initialization: Int? = nil) -> String {
    """
    <BaseURL>media.mp4</BaseURL>
    <SegmentBase \(clock) indexRange="\(index.lowerBound)-\(index.upperBound - 1)">
      <Initialization range="0-\((initialization ?? index.lowerBound) - 1)"/>
    </SegmentBase>
    """
  }

  /// An EventStream with one tag at each time, in seconds.
  static func eventStream(_ times: [Int]) -> String {
    let events = times.map {
      "<Event presentationTime=\"\($0)\" id=\"\($0)\" contentEncoding=\"base64\">"
        + Data(StreamBuilder.tag(20 + $0)).base64EncodedString() + "</Event>"
    }
    return
      "<EventStream schemeIdUri=\"https://aomedia.org/emsg/ID3\">\(events.joined())</EventStream>"
  }

  /// Reads all events of a manifest.
  static func events(
    _ manifest: String,
    _ files: [String: [UInt8]],
    options: ReaderOptions = ReaderOptions(),
    change: (inout PlaylistAccess) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    try await events(manifest, MemoryLoader(files), options: options, change: change)
  }

  static func events(
    _ manifest: String,
    _ loader: MemoryLoader,
    options: ReaderOptions = ReaderOptions(),
    change: (inout PlaylistAccess) -> Void = { _ in }
  ) async throws -> [TimedMetadataEvent] {
    var access = PlaylistAccess(url: url, loader: loader)
    change(&access)
    return try await allEvents(
      of: TimedMetadataEvents(
        MemorySource(Array(manifest.utf8)),
        access: access,
        options: options
      )
    )
  }

  /// The numbers of the sample tags.
  static func numbers(of tags: [TimedTag]) -> [Int] { SamplePresentation.indices(tags) }

  /// The times of tags in seconds, rounded to milliseconds; -1 for a tag without a time.
  static func times(of tags: [TimedTag]) -> [Double] { tags.map { rounded($0.time) ?? -1 } }

  /// The times of day of tags in seconds after `start`; -1 for a tag without a time of day.
  static func wallClocks(of tags: [TimedTag], since start: Double) -> [Double] {
    tags.map { tag in rounded(tag.wallClock.map { $0 - start }) ?? -1 }
  }
}
