import StreamMaker
import Testing

/// Encrypted presentations, and presentations with one file per rendition.
@Suite struct EncryptionTests {
  @Test(
    "every rendition has its own key, whether or not the playlist has an initialization vector"
  )
  func keys() throws {
    for writesVector in [true, false] {
      let store = try presentMedia(minutes: 1) {
        $0.encryption = .init(writesInitializationVector: writesVector)
      }
      for rendition in ["video-1", "video-2", "audio"] {
        #expect(store.files["\(rendition)/key-0.bin"]?.count == 16)
        let playlist = try store.playlist("\(rendition)/index.m3u8")
        let keys = playlist.lines.filter { $0.hasPrefix("#EXT-X-KEY:") }
        #expect(keys.count == 1)
        let start = "#EXT-X-KEY:METHOD=AES-128,URI=\"key-0.bin\""
        let hasVector = keys[0].wholeMatch(of: /.*,IV=0x[0-9a-f]{32}/) != nil
        #expect(keys[0].hasPrefix(start) && hasVector == writesVector)
      }
      let keys = Set(["video-1", "video-2", "audio"].compactMap { store.files["\($0)/key-0.bin"] })
      #expect(keys.count == 3)
    }
  }

  @Test("with two segments per key, every second segment is followed by a new key")
  func rotation() throws {
    let store = try presentMedia(minutes: 1) { $0.encryption = .init(segmentsPerKey: 2) }
    let playlist = try store.playlist("video-1/index.m3u8")
    let names = playlist.segments.compactMap { $0.key?.split(separator: "\"")[1] }
    #expect(
      names == ["key-0.bin", "key-0.bin", "key-1.bin", "key-1.bin", "key-2.bin", "key-2.bin"]
    )
    #expect(Set((0...2).compactMap { store.files["video-1/key-\($0).bin"] }).count == 3)
  }

  @Test("segments are padded to whole blocks, and the initialization section is not encrypted")
  func sizes() throws {
    let clear = try presentMedia { $0.format = .cmaf }
    let store = try presentMedia {
      $0.format = .cmaf
      $0.encryption = .init()
    }
    #expect(store.files["audio/init.mp4"] == clear.files["audio/init.mp4"])
    for (segment, plain) in zip(try store.segments("audio"), try clear.segments("audio")) {
      #expect(segment.count == plain.count / 16 * 16 + 16)
      #expect(!segment.starts(with: plain.prefix(16)))
    }
    let lines = try store.playlist("audio/index.m3u8").lines
    let map = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-MAP") })
    let key = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-KEY") })
    #expect(map < key)
  }

  @Test(
    "the byte ranges of one file contain the same bytes as separate segments",
    arguments: [
      (PresentationOptions.SegmentFormat.transportStream, "media.ts", "4"),
      (.cmaf, "media.mp4", "6"),
    ]
  )
  func byteRanges(
    format: PresentationOptions.SegmentFormat,
    name: String,
    version: String
  ) throws {
    let single = try presentMedia { $0.format = format }
    let store = try presentMedia {
      $0.format = format
      $0.usesByteRanges = true
    }
    #expect(try store.segments("video-1") == single.segments("video-1"))
    let playlist = try store.playlist("video-1/index.m3u8")
    #expect(playlist.segments.allSatisfy { $0.uri == name && $0.byteRange != nil })
    #expect(playlist.value("#EXT-X-VERSION") == version)
    #expect(store.files.keys.filter { $0.hasPrefix("video-1/") }.count == 2)
    let closed = try #require(store.events.firstIndex(of: "close video-1/\(name)"))
    let listed = try #require(store.events.firstIndex(of: "write video-1/index.m3u8"))
    #expect(closed < listed)
    guard format == .cmaf else { return }
    let size = try #require(single.files["video-1/init.mp4"]).count
    #expect(playlist.value("#EXT-X-MAP") == "URI=\"media.mp4\",BYTERANGE=\"\(size)@0\"")
  }
}
