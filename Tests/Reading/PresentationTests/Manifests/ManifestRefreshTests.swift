import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

private typealias ISO = ISOMediaBuilder
private typealias Sample = SampleManifest

/// A clock on which short waits take no time, and longer waits last until their task is cancelled.
private final class EventfulClock: TaskClock {
  /// The longest wait that takes no time, in seconds.
  private static let shortWait = 0.25

  private let time = Shared(0.0)

  var now: Double { time.withLock { $0 } }

  var unixTime: Double {
    VersionedManifest.midnight + Double(VersionedManifest.firstVersion) + now
  }

  func sleep(until moment: Double) async {
    let isShort = time.withLock { time in
      guard moment - time <= Self.shortWait else { return false }
      time = max(time, moment)
      return true
    }
    // Waits until the task is cancelled.
    if !isShort { let _: Bool? = await time.wait { _ in nil } }
  }
}

/// Manifests whose media contains events that request a reload.
@Suite("media events that refresh a dynamic manifest")
struct ManifestRefreshTests {
  /// A message after which all versions up to `version` have expired.
  private static func expiration(_ version: Int, value: String, follows: [UInt8] = []) -> [UInt8] {
    ISO.message(
      Array(VersionedManifest.publishTime(version).utf8) + [0] + follows,
      at: 0,
      id: 1000 + version,
      scheme: "urn:mpeg:dash:event:2012",
      value: value
    )
  }

  @Test(
    "the next version is requested when media reports that the current one expires",
    arguments: ["1", "2", "3"],
    ["PT0S", "PT1H"]
  )
  func refresh(value: String, period: String) async throws {
    var channel = VersionedManifest()
    channel.minimumUpdatePeriod = period
    var answers = channel.answers
    let start = ISO.fileType(type: "styp")
    // The last segment of each version ends the version's validity and repeats the previous version's message.
    for version in 0..<channel.last {
      let number = version + VersionedManifest.segmentCount - 1
      var messages = Self.expiration(version, value: value, follows: Array("<Patch/>".utf8))
      if version > 0 { messages += Self.expiration(version - 1, value: value) }
      let segment = Sample.segment(number)
      #expect(segment.starts(with: start))
      answers["https://test/s\(number).m4s"] = [
        .bytes(start + messages + segment.dropFirst(start.count))
      ]
    }
    let loader = MemoryLoader(answers: answers)
    let events = try await channel.events(loader, clock: EventfulClock())
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(Sample.times(of: events.tags) == [1, 3, 5, 7, 9, 11])
    #expect(
      loader.requestedNames.filter { $0.hasPrefix("patch") || $0.hasSuffix(".mpd") }
        == ["manifest.mpd", "manifest.mpd", "manifest.mpd"]
    )
    #expect(!events.notes.contains { $0.id == .manifest })
  }

  @Test("a manifest with PatchLocation is reloaded as a whole")
  func whole() async throws {
    let channel = VersionedManifest()
    let loader = MemoryLoader(answers: channel.answers)
    let events = try await channel.events(loader)
    #expect(Sample.numbers(of: events.tags) == [0, 1, 2, 3, 4, 5])
    #expect(
      loader.requestedNames.filter { $0.hasPrefix("patch") || $0.hasSuffix(".mpd") }
        == ["manifest.mpd", "manifest.mpd", "manifest.mpd"]
    )
    #expect(!events.notes.contains { $0.id == .manifest })
  }
}
