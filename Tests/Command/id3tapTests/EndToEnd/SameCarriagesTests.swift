import Foundation
import TestSupport
import Testing

/// The same content in every carriage that `make` writes.
@Suite(.ownThread) struct SameCarriagesTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private static let inputs = [
    "a.ts", "hls/video-1/index.m3u8", "hls/audio/index.m3u8", "cmaf/video-1/index.m3u8",
    "cmaf/audio/index.m3u8", "dash-emsg-0/manifest.mpd", "dash-emsg-1/manifest.mpd",
    "dash-mpd-events/manifest.mpd", "events.mp4",
  ]

  private func makeAll() throws {
    let make = "id3tap make --quiet --media '\(Shell.media)' --minutes 6"
    try shell.prepare(
      "\(make) -o a.ts; \(make) --hls hls; \(make) --hls cmaf --cmaf; "
        + "for tags in emsg-0 emsg-1 mpd-events; do "
        + "\(make) --dash dash-$tags --dash-tags $tags; done; \(make) --event-track events.mp4"
    )
  }

  @Test(
    "the tags have the same bytes and, to the millisecond, the same intervals in every carriage"
  )
  func distances() throws {
    try makeAll()
    var first: [[String]]?
    for input in Self.inputs {
      let rows = try shell.run("id3tap extract --quiet --format jsonl \(input)").lines
      var renditions: [String: [(time: Double, hash: String)]] = [:]
      for row in rows {
        let row = try #require(
          try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any]
        )
        // Packed audio also has the time stamp tags of its packager.
        guard row["nielsen"] is [String: Any] else { continue }
        let hash = try #require((row["tag"] as? [String: Any])?["sha256"] as? String)
        let time = try #require(row["time"] as? Double)
        renditions[row["rendition"] as? String ?? "", default: []].append((time, hash))
      }
      #expect(!renditions.isEmpty)
      for tags in renditions.values {
        let start = try #require(tags.first).time
        let found = tags.map { ["\((($0.time - start) * 1000).rounded())", $0.hash] }
        #expect(found.count == 38)
        #expect(found == first ?? found, "\(input)")
        first = first ?? found
      }
    }
  }

  @Test("'trace' finds no difference between any two carriages")
  func same() throws {
    try makeAll()
    let outcome = try shell.run(
      """
      for a in \(Self.inputs.joined(separator: " ")); do
        for b in \(Self.inputs.joined(separator: " ")); do
          id3tap trace --quiet --format table a=$a b=$b > out || cat out
          grep ' extra: ' out || true
        done
      done
      """
    )
    #expect(outcome.output == "")
    #expect(outcome.status == 0)
  }
}
