import NielsenTag
import StreamMaker
import Testing

/// Live channels, made with a clock that never waits.
@Suite struct LiveChannelTests {
  /// The start of a channel, 2026-01-02T03:04:05.5Z, in Unix seconds.
  private static let start = 1_767_323_045.5

  private func options(
    minutes: Double?,
    media: String? = nil,
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) -> PresentationOptions {
    let stream = StreamMakerOptions(mediaPath: media, minutes: minutes)
    var options = PresentationOptions(stream: stream, segmentSeconds: 4)
    change(&options)
    return options
  }

  @Test("three segments are published immediately, and later segments are published when they end")
  func pace() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    var written: [Double] = []
    store.didWrite = { if $0 == "video-1/index.m3u8" { written.append(clock.now) } }
    try PresentationMaker(options(minutes: 0.4)).follow(clock.clock, to: store)
    // The start is a whole second, because the tags' clock counts whole seconds.
    let first = 1_767_323_045.0 - 12
    #expect(clock.waits == (1...6).map { first + 4 * Double($0) })
    #expect(
      written == [Self.start, Self.start, Self.start] + [4, 8, 12, 12].map { first + 12 + $0 }
    )
    let playlist = try store.playlist("audio/index.m3u8")
    #expect(playlist.segments.first?.wallClock == "2026-01-02T03:03:53.000Z")
    #expect(playlist.lines.last == "#EXT-X-ENDLIST")
    #expect(playlist.value("#EXT-X-PLAYLIST-TYPE") == nil)
  }

  @Test("a low-latency channel publishes parts when they are due, and parts make up segments")
  func parts() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    var versions: [ListedPlaylist] = []
    store.didWrite = { name in
      guard name == "video-1/index.m3u8" else { return }
      let playlist = try store.playlist(name)
      versions.append(playlist)
      for part in playlist.parts { #expect(store.files["video-1/\(part)"] != nil, "\(part)") }
    }
    let options = options(minutes: 0.6) { $0.partSeconds = 1 }
    try PresentationMaker(options).follow(clock.clock, to: store)
    // The first segment is listed as a whole, and later segments part by part.
    #expect(versions.count == 1 + 8 * 4 + 1)
    #expect(clock.waits.count == 9 * 4)
    #expect(zip(clock.waits, clock.waits.dropFirst()).allSatisfy { $1 - $0 == 1 })
    #expect(versions[2].value("#EXT-X-PART-INF") == "PART-TARGET=1.000000")
    #expect(versions[2].lines.last == "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"00001.2.ts\"")
    #expect(versions[2].segments.count == 1)
    #expect(versions[2].parts.suffix(2) == ["00001.0.ts", "00001.1.ts"])
    for number in 6...8 {
      let parts = (0..<4).flatMap { store.files["video-1/0000\(number).\($0).ts"] ?? [] }
      #expect(parts == store.files["video-1/0000\(number).ts"])
      #expect(!parts.isEmpty)
    }
    #expect(versions.last?.lines.last == "#EXT-X-ENDLIST")
  }

  @Test("invalid part durations are refused", arguments: [0, 5, .nan])
  func refusedParts(seconds: Double) {
    let options = options(minutes: 1) { $0.partSeconds = seconds }
    #expect(throws: StreamMakerError.self) {
      try PresentationMaker(options).follow(JumpingClock(now: Self.start).clock, to: MemoryStore())
    }
  }

  @Test("a live window moves, and a file is removed seven segments after it was last listed")
  func window() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    var listed: [[String]] = []
    var sequences: [Int] = []
    store.didWrite = { name in
      guard name == "video-1/index.m3u8" else { return }
      let playlist = try store.playlist(name)
      listed.append(playlist.segments.map(\.uri))
      sequences.append(Int(playlist.value("#EXT-X-MEDIA-SEQUENCE") ?? "") ?? -1)
      #expect(playlist.segments.allSatisfy { store.files["video-1/\($0.uri)"] != nil })
    }
    clock.end = Self.start + 4 * 20
    #expect(throws: JumpingClock.Ended.self) {
      try PresentationMaker(options(minutes: nil)).follow(clock.clock, to: store)
    }
    #expect(sequences == Array(repeating: 0, count: 6) + Array(1...17))
    #expect(listed.last?.first == "00017.ts" && listed.last?.count == 6)
    let kept = store.files.keys.filter { $0.hasPrefix("video-1/0") }.sorted()
    // Six listed files, and seven that were listed before.
    #expect(kept.count == 13)
    #expect(kept.first == "video-1/00010.ts")
    let playlist = try store.playlist("video-1/index.m3u8")
    #expect(!playlist.lines.contains("#EXT-X-ENDLIST"))
    #expect(playlist.value("#EXT-X-TARGETDURATION") == "4")
  }

  @Test("discontinuities that have left the window are counted")
  func discontinuities() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    var counts: [Int: String?] = [:]
    store.didWrite = { name in
      guard name == "video-1/index.m3u8" else { return }
      let playlist = try store.playlist(name)
      let first = Int(playlist.value("#EXT-X-MEDIA-SEQUENCE") ?? "") ?? -1
      counts[first] = playlist.value("#EXT-X-DISCONTINUITY-SEQUENCE")
      let marked = playlist.segments.indices.filter { playlist.segments[$0].isDiscontinuous }
      #expect(marked.allSatisfy { (first + $0) % 10 == 0 })
    }
    let options = options(minutes: 2) { $0.hasDiscontinuity = true }
    try PresentationMaker(options).follow(clock.clock, to: store)
    #expect(counts[10] == .some(nil))
    #expect(counts[11] == "1")
    #expect(counts[20] == "1")
    #expect(counts[21] == "2")
  }

  @Test("the target duration is at least the longest segment, even where the media is repeated")
  func targetDuration() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    var longest = 0.0
    store.didWrite = { name in
      guard name.hasSuffix("index.m3u8") else { return }
      let playlist = try store.playlist(name)
      longest = max(longest, playlist.segments.map(\.duration).max() ?? 0)
      #expect(playlist.value("#EXT-X-TARGETDURATION") == "10")
    }
    try PresentationMaker(options(minutes: 3, media: sampleMedia)).follow(clock.clock, to: store)
    #expect(longest.rounded() <= 10)
    #expect(try store.playlist("video-1/index.m3u8").value("#EXT-X-MEDIA-SEQUENCE") == "12")
  }

  @Test("the tags' clock follows the channel's clock")
  func tagClock() throws {
    let clock = JumpingClock(now: Self.start)
    let store = MemoryStore()
    try PresentationMaker(options(minutes: 0.4)).follow(clock.clock, to: store)
    let tag = try #require(try store.segments("video-1").flatMap { WalkedStream($0).tags }.first)
    let payload = try #require(NielsenPayload(bytes: Array(tag[20..<269])))
    let expected: Int64 = 1_767_323_033 + 10
    #expect(payload.lastTagTime == expected)
  }

  @Test("a live channel with --with byte-ranges is refused")
  func byteRanges() {
    let options = options(minutes: 1) { $0.usesByteRanges = true }
    let clock = JumpingClock(now: Self.start)
    let error = #expect(throws: StreamMakerError.self) {
      try PresentationMaker(options).follow(clock.clock, to: MemoryStore())
    }
    #expect(error?.code == .options)
  }
}
