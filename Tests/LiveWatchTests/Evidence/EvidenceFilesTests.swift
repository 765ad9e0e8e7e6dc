import Testing

@testable import LiveWatch

@Suite("evidence as files")
struct EvidenceFilesTests {
  private typealias Source = EvidenceRecorder.Source

  private let recorder = EvidenceRecorder(EvidenceBudget(bytes: 1 << 20))
  private static let base = "http://a/live/m.m3u8"

  private func open(_ text: String) {
    recorder.begin(url: Self.base)
    Array(text.utf8).withUnsafeBytes { recorder.receive($0) }
  }

  private func read(_ name: String, _ range: Range<Int64>? = nil, _ text: String? = nil) {
    let bytes = Array((text ?? "media of \(name) \(range?.lowerBound ?? 0)").utf8)
    recorder.receive(bytes, of: Source(url: "http://a/live/\(name)", range: range))
  }

  private func files(_ recordings: EvidenceRecorder.Recording...) -> [String: String] {
    var files = EvidenceFiles()
    for recording in recordings { files.add(recording, at: 0) }
    return Dictionary(
      uniqueKeysWithValues: files.files().map {
        ($0.name, String(decoding: $0.bytes, as: UTF8.self))
      }
    )
  }

  @Test("from the first segment that was read to the last: names are local, other lines stay")
  func media() {
    open(
      """
      #EXTM3U
      #EXT-X-VERSION:4
      #EXT-X-TARGETDURATION:6
      #EXT-X-MEDIA-SEQUENCE:7
      #EXT-X-DISCONTINUITY-SEQUENCE:3
      #EXTINF:6,
      ../../../etc/passwd
      #EXT-X-KEY:METHOD=AES-128,URI="key?x=1"
      #EXT-X-DISCONTINUITY
      #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
      #EXTINF:6,title
      b.ts?token=secret
      #WRONG LINE
      #EXTINF:6,
      gone.ts
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:6,
      d.ts
      #EXTINF:6,
      not-yet.ts

      """
    )
    read("b.ts?token=secret")
    read("key?x=1", nil, "0123456789abcdef")
    recorder.receive(nil, of: Source(url: "http://a/live/gone.ts"))
    read("d.ts")
    let files = files(recorder.recording)
    #expect(
      files["index.m3u8"] == """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:8
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-KEY:METHOD=AES-128,URI="s1.bin"
        #EXT-X-DISCONTINUITY
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
        #EXTINF:6,title
        s0.ts
        #WRONG LINE
        #EXTINF:6,
        missing-9.ts
        #EXT-X-KEY:METHOD=NONE
        #EXTINF:6,
        s2.ts
        #EXT-X-ENDLIST

        """
    )
    #expect(files.keys.sorted() == ["index.m3u8", "s0.ts", "s1.bin", "s2.ts"])
    #expect(files["s0.ts"] == "media of b.ts?token=secret 0")
  }

  @Test("each byte range is a file, and so is the part with the initialization section")
  func ranges() {
    open(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:6
      #EXT-X-MAP:URI="all.mp4",BYTERANGE="20@0"
      #EXTINF:6,
      #EXT-X-BYTERANGE:100@20
      all.mp4
      #EXTINF:6,
      #EXT-X-BYTERANGE:100
      all.mp4

      """
    )
    read("all.mp4", 0..<20, "....ftypiso6....")
    read("all.mp4", 20..<120)
    read("all.mp4", 120..<220)
    let lines = files(recorder.recording)["index.m3u8"]?.split(separator: "\n") ?? []
    #expect(lines.contains("#EXT-X-MAP:URI=\"s0.m4s\""))
    #expect(lines.filter { !$0.hasPrefix("#") } == ["s1.ts", "s2.ts"])
    #expect(!lines.contains { $0.contains("BYTERANGE") })
  }

  @Test("a multivariant playlist names the renditions that were read, and no others")
  func multivariant() {
    open(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="A",URI="audio.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="B",URI="other.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
      one.m3u8?x=1
      #EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="a"
      two.m3u8
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"

      """
    )
    for name in ["audio.m3u8", "one.m3u8?x=1"] {
      let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(name.prefix(3)).ts\n"
      recorder.receive(
        playlist: Array(text.utf8),
        at: "http://a/live/\(name)\(name.contains("?") ? "&" : "?")_HLS_msn=4",
        base: "http://a/live/\(name)"
      )
      read("\(name.prefix(3)).ts")
    }
    let files = files(recorder.recording)
    let lines = files["index.m3u8"]?.split(separator: "\n").map { String($0) } ?? []
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",URI=\"media-"))
    #expect(lines[2] == "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\"")
    #expect(files[lines[3]]?.contains("s1.ts") == true && files.count == 5)
  }

  @Test("what comes after the alarm is added; what left the playlist and memory since stays")
  func after() {
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:"
    open(head + "1\n#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts\n")
    read("1.ts")
    read("2.ts")
    let before = recorder.recording
    let small = EvidenceRecorder(EvidenceBudget(bytes: 200))
    small.begin(url: Self.base)
    Array((head + "3\n#EXTINF:6,\n3.ts\n#EXTINF:6,\n5.ts\n").utf8).withUnsafeBytes {
      small.receive($0)
    }
    small.receive(Array("the third segment".utf8), of: Source(url: "http://a/live/3.ts"))
    let text = files(before, small.recording)["index.m3u8"] ?? ""
    #expect(text.contains("MEDIA-SEQUENCE:1\n"))
    #expect(text.split(separator: "\n").filter { $0.hasSuffix(".ts") }.count == 3)
  }

  @Test("nothing that was read makes no files; a playlist that is none makes none either")
  func nothing() {
    #expect(files(recorder.recording).isEmpty)
    open("#EXTM3U\n#EXTINF:6,\na.ts\n")
    #expect(files(recorder.recording).isEmpty)
  }

  // MARK: - Memory

  @Test("the memory of all feeds is divided among them, and the oldest goes first")
  func bound() {
    let budget = EvidenceBudget(bytes: 4000)
    let (one, other) = (EvidenceRecorder(budget), EvidenceRecorder(budget))
    for number in 0..<100 {
      one.receive(
        [UInt8](repeating: 1, count: 300),
        of: Source(url: "http://a/\(number)")
      )
      #expect(one.recording.size <= 2000)
    }
    #expect(Set(one.recording.pieces.keys.map(\.url)) == Set((94..<100).map { "http://a/\($0)" }))
    one.receive([UInt8](repeating: 1, count: 2001), of: Source(url: "http://a/large"))
    #expect(one.recording.pieces[Source(url: "http://a/large")] == nil)
    for number in 0..<5000 { other.receive(nil, of: Source(url: "http://a/\(number)")) }
    #expect(other.recording.failures.count <= 1024)
    for number in 0..<200 {
      other.receive(playlist: Array("#EXTM3U".utf8), at: "http://a/\(number)", base: "http://a/")
    }
    #expect(other.recording.texts.count == 64 && other.recording.size == 64 * 7)
  }

  @Test("what many segments need stays when they go, up to a quarter of the memory")
  func shared() {
    let recorder = EvidenceRecorder(EvidenceBudget(bytes: 4000))
    func read(_ name: String, _ count: Int, isShared: Bool = false) {
      let source = Source(url: "http://a/\(name)")
      recorder.receive([UInt8](repeating: 1, count: count), of: source, isShared: isShared)
    }
    func has(_ name: String) -> Bool {
      recorder.recording.pieces[Source(url: "http://a/\(name)")] != nil
    }
    read("init", 400, isShared: true)
    read("key", 16, isShared: true)
    for number in 0..<100 { read("\(number)", 500) }
    #expect(has("init") && has("key") && has("99") && !has("0"))
    #expect(recorder.recording.size <= 4000 && recorder.recording.pieces.count == 2 + 7)
    // Read again, it is counted once.
    read("init", 400, isShared: true)
    #expect(has("key") && recorder.recording.pieces.count == 2 + 7)
    read("other", 900, isShared: true)
    #expect(has("other") && !has("key") && !has("init"))
    for number in 0..<1000 { read("key-\(number)", 1, isShared: true) }
    #expect(recorder.recording.pieces.keys.filter { $0.url.contains("key-") }.count <= 256)
    #expect(recorder.recording.size <= 4000)
  }

  @Test("of a stream the last bytes are kept, from a whole packet on")
  func stream() throws {
    let recorder = EvidenceRecorder(EvidenceBudget(bytes: 300_000))
    recorder.begin(url: "udp://h:1")
    var packet = [UInt8](repeating: 0xFF, count: 188)
    packet[0] = 0x47
    let bytes = Array((0..<4000).map { _ in packet }.joined())
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      bytes[start..<min(start + 1000, bytes.count)].withUnsafeBytes { recorder.receive($0) }
    }
    #expect(recorder.recording.size <= 300_000)
    var files = EvidenceFiles()
    files.add(recorder.recording, at: 0)
    let file = try #require(files.files().first)
    #expect(file.name == "stream.ts" && file.bytes[0] == 0x47 && file.bytes[188] == 0x47)
    #expect(file.bytes.count > 200_000 && file.bytes.suffix(188) == packet[...])
  }
}
