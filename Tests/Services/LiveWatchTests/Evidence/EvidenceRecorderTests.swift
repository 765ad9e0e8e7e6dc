import Presentation
import TestSupport
import Testing

@testable import LiveWatch

@Suite("recorded data of a feed")
struct EvidenceRecorderTests {
  private let recorder = EvidenceRecorder(EvidenceBudget(bytes: 1000))

  private func feed(_ text: String, at url: String = "http://a/live/m.m3u8") {
    recorder.begin(url: url)
    Array(text.utf8).withUnsafeBytes { recorder.receive($0) }
  }

  private func read(
    _ url: String,
    _ text: String,
    _ kind: EvidenceRecorder.Kind = .segment,
    _ range: Range<Int64>? = nil,
    rendition: Int? = nil
  ) {
    recorder.receive(Array(text.utf8), kind, url: url, range: range, rendition: rendition)
  }

  private var files: [String] {
    recorder.files.map { "\($0.name) \(String(decoding: $0.bytes, as: UTF8.self))" }
  }

  @Test("playlists, segments, keys and initialization sections are recorded as received")
  func received() {
    feed("#EXTM3U\nv/index.m3u8\n")
    read("http://a/live/v/index.m3u8?token=1", "#EXTM3U\n1.m4s", .text)
    read("http://a/live/v/init.mp4", "init", .shared)
    read("http://a/live/v/1.m4s?token=1", "one")
    read("http://a/live/v/whole.m4s", "two", .segment, 100..<103)
    #expect(
      files == [
        "v_playlist0-index.m3u8 #EXTM3U\n1.m4s", "v_init1-init.mp4 init", "v_s2-1.m4s one",
        "v_s3-100-whole.m4s two", "live_playlist0-m.m3u8 #EXTM3U\nv/index.m3u8\n",
      ]
    )
    // The next version replaces this version.
    read("http://a/live/v/index.m3u8?token=1", "#EXTM3U\n2.m4s", .text)
    read("http://a/live/m.m3u8", "#EXTM3U\nw/index.m3u8\n", .text)
    #expect(files.filter { $0.contains("_playlist") }.count == 2)
    #expect(files.contains("live_playlist5-m.m3u8 #EXTM3U\nw/index.m3u8\n"))
  }

  @Test("file names contain no characters of a URL that could lead out of the folder")
  func names() {
    for url in ["http://a/..%2f..%2fx", "http://a/b\\c:d\u{0}", "http://a/", "", "..", "a/../.."] {
      read(url, url)
    }
    let names = recorder.files.map(\.name)
    #expect(names.count == 6)
    #expect(
      names.allSatisfy { $0.contains("s") && !$0.contains("/") && !$0.contains("\\") }
    )
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("the latest segments of each rendition are kept, within the memory of the feed")
  func latest() {
    for number in 0..<20 {
      read("http://a/v\(number).ts", "v", rendition: 0)
      if number < 15 { read("http://a/w\(number).ts", "w", rendition: 1) }
    }
    #expect(files.filter { $0.hasSuffix("v") }.count == 12)
    #expect(files.first { $0.hasSuffix("v") }?.hasSuffix("-v8.ts v") == true)
    #expect(files.first { $0.hasSuffix("w") }?.hasSuffix("-w3.ts w") == true)
    // Segments are removed before resources that many segments need.
    read("http://a/v/init.mp4", String(repeating: "i", count: 500), .shared)
    read("http://a/v/20.ts", String(repeating: "x", count: 490))
    #expect(recorder.files.reduce(0) { $0 + $1.bytes.count } <= 1000)
    #expect(recorder.files.contains { $0.name.hasSuffix("init.mp4") })
    #expect(!recorder.hasOmitted)
    read("http://a/v/21.ts", String(repeating: "x", count: 1001))
    #expect(recorder.hasOmitted)
  }

  @Test("the latest bytes of a stream are recorded, and a new connection begins a new recording")
  func stream() {
    feed(String(repeating: "G", count: 300), at: "udp://h:1")
    #expect(files == ["stream.ts " + String(repeating: "G", count: 300)])
    feed("second", at: "udp://h:1")
    #expect(files == ["stream.ts second"])
  }

  @Test(
    "a manifest is recognized after a byte order mark or white space",
    arguments: ["", "\u{FEFF}", "\n "]
  )
  func manifest(_ before: String) {
    feed(before + "<MPD/>", at: "http://a/m.mpd")
    #expect(recorder.files.map(\.name) == ["playlist0-m.mpd"])
  }
}
