import ReaderTestSupport
import Synchronization
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

/// Event messages that end the validity of versions of a DASH manifest.
@Suite struct ManifestExpirationTests {
  private static let scheme = "urn:mpeg:dash:event:2012"
  private static let time = "2026-01-01T00:00:10Z"
  private static let seconds = 1_767_225_610.0

  /// The publish times of the versions that expire in media with `messages`; nil for a version of unknown time.
  private func expirations(_ messages: [UInt8]) throws -> [Double?] {
    let found = Mutex<[Double?]>([])
    var options = ReaderOptions()
    options.manifestExpires = { time in found.withLock { $0.append(time) } }
    let media = ISO.fileType() + ISO.movie(ISO.Track())
    let fragment = ISO.fragment(ISO.Fragment(at: 900_000, duration: 180_000))
    let bytes = media + messages + fragment
    let events = try allEvents(of: ISOMediaParser(options: options), [bytes], pieceSize: 7)
    #expect(events.tags.isEmpty)
    return found.withLock { $0 }
  }

  @Test(
    "the publish time of an expired manifest is read from the start of the message",
    arguments: [
      (time, seconds), (time + "\0", seconds), (time + "\0<Patch/>", seconds),
      ("2026-01-01T01:00:10.500+01:00\0<MPD/>", seconds + 0.5),
      ("", nil), ("\0" + time, nil), ("soon\0", nil), (time + "<Patch/>", nil),
      (String(repeating: "2", count: 100_000), nil),
    ] as [(String, Double?)]
  )
  func publishTime(data: String, seconds: Double?) throws {
    for value in ["1", "2", "3"] {
      let messages =
        ISO.message(Array(data.utf8), at: 900_000, scheme: Self.scheme, value: value)
        + ISO.message(Array(data.utf8), after: 0, id: 2, scheme: Self.scheme, value: value)
      #expect(try expirations(messages) == [seconds, seconds])
    }
  }

  @Test(
    "messages of other schemes or values are not read as the expiry of a manifest",
    arguments: [
      ("urn:mpeg:dash:event:2012", ""), ("urn:mpeg:dash:event:2012", "4"),
      ("urn:mpeg:dash:event:2013", "1"), ("urn:mpeg:dash:event:callback:2015", "1"),
    ]
  )
  func others(scheme: String, value: String) throws {
    let message = ISO.message(Array(Self.time.utf8), at: 900_000, scheme: scheme, value: value)
    #expect(try expirations(message).isEmpty)
  }
}
