import StreamMaker
import Testing

@Suite struct LowLatencyFaultTests {
  /// A channel of 36 s, with segments of four seconds and parts of one second.
  private static func channel(_ fault: String?) throws -> MemoryStore {
    let store = MemoryStore()
    let clock = JumpingClock(now: 1_767_323_045)
    let fault = try fault.map { try #require(Fault($0)) }
    var options = PresentationOptions(
      stream: StreamMakerOptions(minutes: 0.6, fault: fault),
      segmentSeconds: 4
    )
    options.partSeconds = 1
    try PresentationMaker(options).follow(clock.clock, to: store)
    return store
  }

  @Test(
    "the parts of a segment are cut within tags only with hls-ll-part-metadata",
    arguments: [nil, "hls-ll-part-metadata"]
  )
  func cutTags(fault: String?) throws {
    let store = try Self.channel(fault)
    for rendition in ["video-1", "audio"] {
      var (tagged, cut): ([Int], [Int]) = ([], [])
      for number in 0..<9 {
        let segment = try #require(store.files["\(rendition)/0000\(number).ts"])
        let parts = (0..<4).compactMap { store.files["\(rendition)/0000\(number).\($0).ts"] }
        #expect(parts.count == 4)
        #expect(Array(parts.joined()) == segment)
        if !WalkedStream(segment).tags.isEmpty { tagged.append(number) }
        let starts = parts.map { WalkedStream($0).packets(0x102).first?.startsUnit }
        if starts.contains(false) { cut.append(number) }
      }
      #expect(!tagged.isEmpty)
      #expect(cut == (fault == nil ? [] : tagged))
    }
  }

  @Test("hls-ll-part-target: PART-TARGET is half the duration of the parts")
  func partTarget() throws {
    let playlist = try Self.channel("hls-ll-part-target").playlist("video-1/index.m3u8")
    #expect(playlist.value("#EXT-X-PART-INF") == "PART-TARGET=0.500000")
    let parts = playlist.lines.filter { $0.hasPrefix("#EXT-X-PART:") }
    #expect(!parts.isEmpty)
    #expect(parts.allSatisfy { $0.hasPrefix("#EXT-X-PART:DURATION=1.000000,") })
  }

  @Test("hls-ll-audio-no-parts: only the variants are listed with parts")
  func audioWithoutParts() throws {
    let store = try Self.channel("hls-ll-audio-no-parts")
    for (rendition, hasParts) in [("video-1", true), ("audio", false)] {
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      #expect((playlist.value("#EXT-X-PART-INF") != nil) == hasParts, "\(rendition)")
      #expect(playlist.parts.isEmpty == !hasParts, "\(rendition)")
      #expect(playlist.segments.count == 6, "\(rendition)")
    }
  }

  @Test("hls-ll-blocking-reload: no file changes, because only the server has the fault")
  func server() throws {
    #expect(try Self.channel("hls-ll-blocking-reload").files == Self.channel(nil).files)
    #expect(Fault.allCases.filter(\.refusesDirectives).map(\.id) == ["hls-ll-blocking-reload"])
  }

  @Test(
    "a fault of live channels is refused for other output, and the error names the missing options",
    arguments: [
      ("hls-window-missed", "add --live"),
      ("hls-ll-part-target", "add --live and --ll-hls"),
      ("hls-ll-blocking-reload", "add --live and --ll-hls"),
    ]
  )
  func needsLive(id: String, words: String) throws {
    let error = #expect(throws: StreamMakerError.self) { try presentMedia(minutes: 1, fault: id) }
    #expect(error?.code == .fault)
    #expect(error?.description.hasSuffix(words) == true)
    let whole = #expect(throws: StreamMakerError.self) {
      try make(StreamMakerOptions(minutes: 1, fault: Fault(id)))
    }
    let isLowLatency = Fault(id)?.form.isLowLatency == true
    #expect(whole?.description.hasSuffix(isLowLatency ? "and --ll-hls" : "and --live") == true)
  }

  @Test("a fault of parts is refused for a live channel without parts")
  func needsParts() {
    let options = PresentationOptions(
      stream: StreamMakerOptions(minutes: 1, fault: Fault("hls-ll-part-target"))
    )
    let error = #expect(throws: StreamMakerError.self) {
      try PresentationMaker(options).follow(JumpingClock(now: 0).clock, to: MemoryStore())
    }
    #expect(error?.code == .fault)
    #expect(error?.description.hasSuffix("add --ll-hls") == true)
  }
}
