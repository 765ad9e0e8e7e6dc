import Foundation
import System
import TestSupport
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

/// A channel whose manifest has a version for each segment of two seconds, and patches from each to the next.
struct PatchedManifest {
  /// Seconds after its publish time for which a patch is available.
  var timeToLive = 600
  var minimumUpdatePeriod = "PT2S"
  /// Versions before this one offer no patch.
  var firstPatched = 0
  /// The version that is static.
  var last = 3

  /// 2026-01-01T00:00:00Z, when the channel starts.
  static let midnight = 1_767_225_600.0
  /// Seconds from then to the first version.
  static let firstVersion = 100
  /// Segments that a version lists.
  static let segmentCount = 3

  /// Where the patch to a version is.
  static func address(_ version: Int) -> String { "https://test/patch?from=\(version)" }

  static func publishTime(_ version: Int) -> String {
    let seconds = firstVersion + 2 * version
    let second = String(seconds % 60 + 100).dropFirst()
    return "2026-01-01T00:0\(seconds / 60):\(second)Z"
  }

  private static func entry(_ segment: Int) -> String {
    "<S t=\"\((Sample.firstSecond + 2 * segment) * 90_000)\" d=\"180000\"/>"
  }

  private func location(_ version: Int) -> String {
    version < firstPatched
      ? "" : "<PatchLocation ttl=\"\(timeToLive)\">patch?from=\(version)</PatchLocation>"
  }

  /// A version as a whole.
  func whole(_ version: Int) -> [UInt8] {
    let entries = (version..<version + Self.segmentCount).map(Self.entry)
    let template = """
      <SegmentTemplate timescale="90000" presentationTimeOffset="900000"
        startNumber="\(version)" initialization="init.mp4" media="s$Number$.m4s">
        <SegmentTimeline>\(entries.joined())</SegmentTimeline>
      </SegmentTemplate>
      """
    let kind =
      version == last
      ? "type=\"static\" mediaPresentationDuration=\"PT1H\""
      : "type=\"dynamic\" minimumUpdatePeriod=\"\(minimumUpdatePeriod)\""
    let period = "<Period id=\"p\" start=\"PT0S\">\(Sample.set(template))</Period>"
    return Array(
      Sample.manifest(
        periods: ["\(location(version))\(period)"],
        attributes: "id=\"m\" availabilityStartTime=\"2026-01-01T00:00:00Z\" "
          + "publishTime=\"\(Self.publishTime(version))\" \(kind)"
      ).utf8
    )
  }

  /// The versions after the first.
  var others: [MemoryLoader.Answer] { (1...last).map { .bytes(whole($0)) } }

  /// A patch to a version.
  static func patch(
    to version: Int,
    _ operations: String,
    id: String = "m",
    next: Int? = nil
  ) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Patch xmlns="urn:mpeg:dash:schema:mpd-patch:2020" mpdId="\(id)"
        originalPublishTime="\(publishTime(version))"
        publishTime="\(publishTime(next ?? version + 1))">\(operations)</Patch>
      """.utf8
    )
  }

  static let template =
    "/MPD/Period[@id='p']/AdaptationSet[1]/Representation[@id='v']/SegmentTemplate"

  static func publish(_ version: Int) -> String {
    "<replace sel=\"/MPD/@publishTime\">\(publishTime(version))</replace>"
  }

  /// The patch from a version to the next.
  func patch(to version: Int) -> [UInt8] {
    let next = version + 1
    let timeline = "\(Self.template)/SegmentTimeline"
    var operations = """
      \(Self.publish(next))
      <replace sel="/MPD/PatchLocation[1]">\(location(next))</replace>
      <replace sel="\(Self.template)/@startNumber">\(next)</replace>
      <remove sel="\(timeline)/S[1]"/>
      <add sel="\(timeline)">\(Self.entry(next + Self.segmentCount - 1))</add>
      """
    if next == last {
      operations += """
        <replace sel="/MPD/@type">static</replace><remove sel="/MPD/@minimumUpdatePeriod"/>
        <add sel="/MPD" type="@mediaPresentationDuration">PT1H</add>
        """
    }
    return Self.patch(to: version, operations)
  }

  /// Answers for all segments, and for the patch to each version.
  var answers: [String: [MemoryLoader.Answer]] {
    var answers = Sample.files(last + Self.segmentCount).mapValues {
      [MemoryLoader.Answer.bytes($0)]
    }
    for version in 0..<last { answers[Self.address(version)] = [.bytes(patch(to: version))] }
    return answers
  }

  /// Reads the channel from its first version on a clock on which waiting takes no time.
  func events(
    _ loader: MemoryLoader,
    clock: any LiveClock = TestClock()
  ) throws -> [TimedMetadataEvent] {
    try Sample.events(String(decoding: whole(0), as: UTF8.self), loader) { access in
      access.start = .beginning
      access.clock = clock
      access.unixTime = { Self.midnight + Double(Self.firstVersion) + clock.now }
    }
  }
}
