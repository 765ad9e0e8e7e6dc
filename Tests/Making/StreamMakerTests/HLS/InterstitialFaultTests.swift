import StreamMaker
import Testing

@Suite struct InterstitialFaultTests {
  enum Form: CaseIterable {
    case transportStream, fragments, byteRanges, encrypted

    func set(_ options: inout PresentationOptions) {
      switch self {
      case .transportStream: break
      case .fragments: options.format = .cmaf
      case .byteRanges: options.usesByteRanges = true
      case .encrypted: options.encryption = .init()
      }
    }
  }

  private static let begin =
    "ID=\"ad-1\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2023-11-14T22:14:05.000Z\","
    + "DURATION=20.000000,"
  private static let end = "X-ASSET-URI=\"../ad/index.m3u8\""

  @Test(
    "all playlists list the interstitial, whose asset lasts 20 s and has no tags",
    arguments: [
      ("hls-interstitial-without-tags", "X-RESUME-OFFSET=0,"),
      ("hls-interstitial-replaces-tags", ""),
    ],
    Form.allCases
  )
  func interstitial(fault: (id: String, resume: String), form: Form) throws {
    let clean = try presentMedia(minutes: 1.2, form.set)
    let store = try presentMedia(minutes: 1.2, fault: fault.id, form.set)
    for rendition in ["video-1", "video-2", "audio"] {
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      #expect(playlist.value("#EXT-X-DATERANGE") == Self.begin + fault.resume + Self.end)
      #expect(try store.segments(rendition) == clean.segments(rendition))
    }
    #expect(clean.files.keys.allSatisfy { !$0.hasPrefix("ad/") })
    #expect(store.files["master.m3u8"] == clean.files["master.m3u8"])
    let asset = try store.playlist("ad/index.m3u8")
    #expect(asset.segments.map(\.duration) == [10, 10])
    #expect(asset.lines.last == "#EXT-X-ENDLIST")
    #expect(asset.value("#EXT-X-DATERANGE") == nil)
    let segments = try store.segments("ad")
    #expect(segments.count == 2)
    for segment in segments where form != .encrypted {
      #expect(!segment.isEmpty)
      if form == .fragments {
        #expect(WalkedFragment(segment).events.isEmpty)
      } else {
        #expect(WalkedStream(segment).tags.isEmpty)
      }
    }
  }

  @Test("a live channel lists an interstitial as soon as the interstitial's asset exists")
  func live() throws {
    let store = MemoryStore()
    var listed: [Bool] = []
    store.didWrite = { name in
      guard name == "video-1/index.m3u8" else { return }
      let value = try store.playlist(name).value("#EXT-X-DATERANGE")
      listed.append(value != nil)
      #expect((value != nil) == (store.files["ad/index.m3u8"] != nil))
      #expect(value?.contains("START-DATE=\"2026-01-02T03:04:38.000Z\"") != false)
    }
    let options = PresentationOptions(
      stream: StreamMakerOptions(minutes: 1, fault: Fault("hls-interstitial-replaces-tags")),
      segmentSeconds: 4
    )
    try PresentationMaker(options).follow(JumpingClock(now: 1_767_323_045).clock, to: store)
    // Fifteen segments and the end of the channel. The asset has five segments.
    #expect(listed == (0..<16).map { $0 >= 4 })
    #expect(try store.playlist("ad/index.m3u8").segments.count == 5)
  }

  @Test("a fault of interstitials is refused for DASH")
  func dash() {
    let error = #expect(throws: StreamMakerError.self) {
      try presentMedia(minutes: 1.2, fault: "hls-interstitial-without-tags") {
        $0.format = .cmaf
        $0.writesManifest = true
      }
    }
    #expect(error?.description.contains("is a fault of playlists: use --hls") == true)
  }
}
