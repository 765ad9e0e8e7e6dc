import Foundation
import System
import TestSupport
import TimedMetadata

@testable import Presentation

private typealias Sample = SampleManifest

/// A channel whose manifest has a new version for each segment of two seconds. Each version names a patch.
struct VersionedManifest {
  var minimumUpdatePeriod = "PT2S"
  /// The number of the static version, which is the last one.
  var last = 3

  /// 2026-01-01T00:00:00Z, when the channel starts.
  static let midnight = 1_767_225_600.0
  /// The seconds from the start of the channel to the first version.
  static let firstVersion = 100
  /// The number of segments in a version.
  static let segmentCount = 3

  static func publishTime(_ version: Int) -> String {
    let seconds = firstVersion + 2 * version
    let second = String(seconds % 60 + 100).dropFirst()
    return "2026-01-01T00:0\(seconds / 60):\(second)Z"
  }

  private static func entry(_ segment: Int) -> String {
    "<S t=\"\((Sample.firstSecond + 2 * segment) * 90_000)\" d=\"180000\"/>"
  }

  /// The whole manifest of a version.
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
        periods: ["<PatchLocation>patch?from=\(version)</PatchLocation>\(period)"],
        attributes: "id=\"m\" availabilityStartTime=\"2026-01-01T00:00:00Z\" "
          + "publishTime=\"\(Self.publishTime(version))\" \(kind)"
      ).utf8
    )
  }

  /// The answers for all segments and for the versions after the first one.
  var answers: [String: [MemoryLoader.Answer]] {
    var answers = Sample.files(last + Self.segmentCount).mapValues {
      [MemoryLoader.Answer.bytes($0)]
    }
    answers[Sample.url] = (1...last).map { .bytes(whole($0)) }
    return answers
  }

  /// Reads the channel from its first version on a clock on which waiting takes no time.
  func events(
    _ loader: MemoryLoader,
    clock: any TaskClock = TestClock(begin: Self.midnight + Double(Self.firstVersion))
  ) async throws -> [TimedMetadataEvent] {
    try await Sample.events(String(decoding: whole(0), as: UTF8.self), loader) { access in
      access.start = .beginning
      access.clock = clock
    }
  }
}
