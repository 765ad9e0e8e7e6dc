import NielsenTag
import StreamMaker
import Testing

/// Playlists and the files that they list.
@Suite struct PresentationMakerTests {
  @Test(
    "the master playlist lists two variants and an audio rendition",
    arguments: [PresentationOptions.SegmentFormat.transportStream, .cmaf]
  )
  func master(format: PresentationOptions.SegmentFormat) throws {
    let store = try presentMedia { $0.format = format }
    let text = String(decoding: try #require(store.files["master.m3u8"]), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "#EXTM3U")
    let media = try #require(lines.first { $0.hasPrefix("#EXT-X-MEDIA:") })
    #expect(media.contains("TYPE=AUDIO,GROUP-ID=\"audio\""))
    #expect(media.hasSuffix("CHANNELS=\"1\",URI=\"audio/index.m3u8\""))
    let variants = lines.filter { $0.hasPrefix("#EXT-X-STREAM-INF:") }
    #expect(variants.count == 2)
    for variant in variants {
      #expect(variant.contains("CODECS=\"avc1.64000c,mp4a.40.2\""))
      #expect(variant.contains("RESOLUTION=160x90,FRAME-RATE=5.000,AUDIO=\"audio\""))
    }
    #expect(Set(variants).count == 2)
    #expect(lines.filter { !$0.hasPrefix("#") } == ["video-1/index.m3u8", "video-2/index.m3u8"])
    #expect(store.events.last == "write master.m3u8")
  }

  @Test("BANDWIDTH is the sum of the peak rates of the variant and its audio")
  func bandwidth() throws {
    let store = try presentMedia()
    let text = String(decoding: try #require(store.files["master.m3u8"]), as: UTF8.self)
    func peak(_ rendition: String) throws -> Double {
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      let sizes = try store.segments(rendition).map(\.count)
      return zip(playlist.segments, sizes).map { Double($1) * 8 / $0.duration }.max() ?? 0
    }
    let lines = text.split(separator: "\n").map(String.init)
    for variant in ["video-1", "video-2"] {
      let line = try #require(lines.firstIndex(of: "\(variant)/index.m3u8"))
      let expected = Int(try peak(variant).rounded(.up) + peak("audio").rounded(.up))
      #expect(lines[line - 1].hasPrefix("#EXT-X-STREAM-INF:BANDWIDTH=\(expected),"))
    }
  }

  @Test(
    "segments have the durations and times of day of their frames",
    arguments: [PresentationOptions.SegmentFormat.transportStream, .cmaf]
  )
  func times(format: PresentationOptions.SegmentFormat) throws {
    let store = try presentMedia(minutes: 2.0 / 3) { $0.format = format }
    let video = try store.playlist("video-1/index.m3u8")
    // There is a key frame every ten seconds.
    #expect(video.segments.map(\.duration) == [10, 10, 10, 10])
    #expect(video.value("#EXT-X-TARGETDURATION") == "10")
    #expect(video.value("#EXT-X-PLAYLIST-TYPE") == "VOD")
    #expect(video.lines.last == "#EXT-X-ENDLIST")
    #expect(
      video.segments.map(\.wallClock)
        == ["20", "30", "40", "50"].map { "2023-11-14T22:13:\($0).000Z" }
    )
    // One frame of encoder priming lasts 128 ms.
    let audio = try store.playlist("audio/index.m3u8")
    #expect(audio.segments.first?.wallClock == "2023-11-14T22:13:19.872Z")
    #expect(audio.segments.first?.duration == 10.24)
    #expect(abs(audio.segments.map(\.duration).reduce(0, +) - 40.128) < 0.13)
  }

  @Test(
    "the same options give the same bytes, and another seed changes all files with tags or keys"
  )
  func deterministic() throws {
    for format in [PresentationOptions.SegmentFormat.transportStream, .cmaf] {
      let make = { (seed: UInt64) in
        try presentMedia {
          $0.format = format
          $0.stream.seed = seed
          $0.encryption = .init()
        }.files
      }
      let first = try make(1)
      #expect(try make(1) == first)
      let other = try make(2)
      #expect(Set(other.keys) == Set(first.keys))
      let same = first.keys.filter { other[$0] == first[$0] }
      // Files that contain neither tags nor keys are the same.
      #expect(same.allSatisfy { $0.hasSuffix("init.mp4") || $0 == "master.m3u8" }, "\(same)")
    }
  }

  @Test("without media, segments have the requested duration and contain the tags")
  func withoutMedia() throws {
    let store = try present(
      PresentationOptions(stream: StreamMakerOptions(minutes: 0.55), segmentSeconds: 4.5)
    )
    for rendition in ["video-1", "video-2", "audio"] {
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      #expect(playlist.segments.map(\.duration) == [4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 1.5])
      #expect(playlist.value("#EXT-X-TARGETDURATION") == "5")
      let tags = try store.segments(rendition).flatMap { WalkedStream($0).tags }
      #expect(tags == (try SyntheticTags(seed: 1).prefix(4).map { try $0.content.tag() }))
    }
  }

  @Test("segments have at least the requested duration", arguments: [1, 6, 9.95, 10.5, 21])
  func segmentLength(seconds: Double) throws {
    let store = try presentMedia(minutes: 1) { $0.segmentSeconds = seconds }
    let durations = try store.playlist("video-1/index.m3u8").segments.map(\.duration)
    let expected = [1: 10.0, 6: 10, 9.95: 10, 10.5: 20, 21: 30][seconds]
    #expect(Set(durations.dropLast()) == [try #require(expected)])
  }

  @Test("the requested number of variants is made, each of a different size")
  func variantCount() throws {
    let store = try presentMedia(minutes: 0.2) { $0.variantCount = 5 }
    let sizes = try (1...5).map { try store.segments("video-\($0)").joined().count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 5)
    #expect(store.files["video-6/index.m3u8"] == nil)
  }

  /// Options that are refused, with a part of the error message.
  private static let refusals:
    [(words: String, change: @Sendable (inout PresentationOptions) -> Void)] = [
      ("--segment-seconds", { $0.segmentSeconds = 0.5 }),
      ("--segment-seconds", { $0.segmentSeconds = .nan }),
      ("--variants", { $0.variantCount = 0 }),
      ("--variants", { $0.variantCount = 17 }),
      ("segments per key", { $0.encryption = .init(segmentsPerKey: 0) }),
      ("0.0 minutes", { $0.stream.minutes = 0 }),
      ("--media", { $0.format = .cmaf }),
      ("only one segment", { ($0.hasDiscontinuity, $0.segmentSeconds) = (true, 60) }),
    ]

  @Test("invalid options are refused, and the error names the problem", arguments: refusals.indices)
  func refused(index: Int) {
    var options = PresentationOptions(stream: StreamMakerOptions(minutes: 0.5))
    Self.refusals[index].change(&options)
    let error = #expect(throws: StreamMakerError.self) { try present(options) }
    #expect(error?.description.contains(Self.refusals[index].words) == true)
  }

  @Test("an error of the store stops the maker and is thrown")
  func storeError() {
    struct Full: Error {}
    let store = MemoryStore()
    store.didWrite = { name in if name.contains("00001") { throw Full() } }
    let options = PresentationOptions(stream: StreamMakerOptions(mediaPath: sampleMedia))
    #expect(throws: Full.self) { try PresentationMaker(options).write(to: store) }
    #expect(store.files["master.m3u8"] == nil)
  }
}
