import Presentation
import Testing

@testable import LiveWatch

/// Evidence of playlists with parts and variables, and of manifests.
@Suite("evidence of parts, variables and manifests")
struct EvidenceKindsTests {
  private typealias Source = EvidenceRecorder.Source

  private let recorder = EvidenceRecorder(EvidenceBudget(bytes: 1 << 20))
  private static let base = "http://a/live/m.m3u8"

  private func open(_ text: String, at url: String = base) {
    recorder.begin(url: url)
    Array(text.utf8).withUnsafeBytes { recorder.receive($0) }
  }

  private func read(_ name: String, _ text: String, _ range: Range<Int64>? = nil) {
    recorder.receive(Array(text.utf8), of: Source(url: "http://a/live/\(name)", range: range))
  }

  private func files(at date: Double = 0, _ more: EvidenceRecorder.Recording...) -> [String: String]
  {
    var files = EvidenceFiles()
    for recording in [recorder.recording] + more { files.add(recording, at: date) }
    return Dictionary(
      uniqueKeysWithValues: files.files().map {
        ($0.name, String(decoding: $0.bytes, as: UTF8.self))
      }
    )
  }

  private func names(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
  }

  // MARK: - Parts

  private static let parts = """
    #EXTM3U
    #EXT-X-TARGETDURATION:2
    #EXT-X-PART-INF:PART-TARGET=1
    #EXT-X-MEDIA-SEQUENCE:5
    #EXT-X-PART:DURATION=1,URI="5.0.ts"
    #EXT-X-PART:DURATION=1,URI="5.1.ts"
    #EXTINF:2,
    5.ts
    #EXT-X-PART:DURATION=1,URI="6.ts",BYTERANGE="3@0"
    #EXT-X-PART:DURATION=1,URI="6.ts",BYTERANGE="4"
    #EXTINF:2,
    6.ts
    #EXT-X-PART:DURATION=0.5,URI="7.0.ts"
    #EXT-X-PART:DURATION=0.5,URI="7.1.ts"

    """

  @Test("a segment that was read in parts is a file of them, and parts are not listed")
  func joined() throws {
    open(Self.parts)
    read("5.0.ts", "one ")
    read("5.1.ts", "two")
    read("6.ts", "sixseven and more", 0..<Int64.max)
    let files = files()
    let text = try #require(files["index.m3u8"])
    #expect(names(text).compactMap { files[$0] } == ["one two", "sixseve"])
    #expect(!text.contains("EXT-X-PART"))
    #expect(text.contains("EXT-X-MEDIA-SEQUENCE:5"))
  }

  @Test("the parts of a segment that is not complete are a segment until it is")
  func unfinished() throws {
    open(Self.parts)
    read("7.0.ts", "one ")
    read("7.1.ts", "two")
    let first = recorder.recording
    var files = EvidenceFiles()
    files.add(first, at: 0)
    let text = {
      files.files().first { $0.name == "index.m3u8" }.map {
        String(decoding: $0.bytes, as: UTF8.self)
      } ?? ""
    }
    #expect(text().contains("#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1.0,\ns0.bin\n#EXT-X-ENDLIST"))
    let whole = Self.parts + "#EXTINF:1,\n7.ts\n"
    recorder.receive(playlist: Array(whole.utf8), at: Self.base, base: Self.base)
    files.add(recorder.recording, at: 20)
    #expect(text().contains("#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1,\ns0.bin\n#EXT-X-ENDLIST"))
  }

  @Test("the rest of a segment is added to the parts before it; what came later makes it longer")
  func rest() throws {
    open(Self.parts)
    let (begin, end) = ("the first part of it, ", "and the rest")
    read("5.0.ts", begin)
    let first = recorder.recording
    read("5.ts", end, Int64(begin.utf8.count)..<Int64.max)
    var files = EvidenceFiles()
    let segments = { files.files().filter { $0.name.hasSuffix(".ts") }.map(\.bytes) }
    files.add(first, at: 0)
    #expect(segments() == [Array(begin.utf8)])
    files.add(recorder.recording, at: 20)
    #expect(segments() == [Array((begin + end).utf8)])
  }

  @Test("parts of segments are known for as long as earlier texts of the playlist are kept")
  func earlier() throws {
    for number in 0..<40 {
      let text = """
        #EXTM3U
        #EXT-X-TARGETDURATION:2
        #EXT-X-MEDIA-SEQUENCE:0
        \((0..<number).map { "#EXTINF:2,\n\($0).ts" }.joined(separator: "\n"))
        #EXT-X-PART:DURATION=2,URI="\(number).0.ts"
        #EXTINF:2,
        \(number).ts

        """
      if number == 0 { open(text) }
      recorder.receive(playlist: Array(text.utf8), at: Self.base, base: Self.base)
      read("\(number).0.ts", "part \(number)")
      #expect(recorder.recording.earlier[Self.base]?.count ?? 0 <= 12)
    }
    let files = files()
    let names = names(files["index.m3u8"])
    #expect(names.compactMap { files[$0] } == (27..<40).map { "part \($0)" })
  }

  // MARK: - Variables

  @Test("variables are replaced in what is kept, also those of the multivariant playlist")
  func variables() throws {
    open(
      """
      #EXTM3U
      #EXT-X-DEFINE:NAME="folder",VALUE="low"
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-STREAM-INF:BANDWIDTH=1
      {$folder}/m.m3u8?t={$token}

      """,
      at: "http://a/live/top.m3u8?token=x1"
    )
    let media = """
      #EXTM3U
      #EXT-X-TARGETDURATION:6
      #EXT-X-DEFINE:IMPORT="token"
      #EXT-X-DEFINE:NAME="ext",VALUE="ts"
      #EXT-X-KEY:METHOD=AES-128,URI="key-{$token}"
      #EXTINF:6,
      1.{$ext}?{$token}

      """
    let url = "http://a/live/low/m.m3u8?t=x1"
    recorder.receive(playlist: Array(media.utf8), at: url, base: url)
    read("low/1.ts?x1", "segment")
    read("low/key-x1", "0123456789abcdef")
    let files = files()
    let top = files["index.m3u8"] ?? ""
    let name = try #require(names(top).first)
    let text = files[name] ?? ""
    #expect(names(text).compactMap { files[$0] } == ["segment"])
    #expect(text.contains("URI=\"s1.bin\""))
    #expect(!(top + text).contains("{$") && !(top + text).contains("EXT-X-DEFINE"))
  }

  // MARK: - Manifests

  private static let manifest = """
    <?xml version="1.0"?>
    <!-- made -->
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2S"
      availabilityStartTime="1970-01-01T00:00:00Z" timeShiftBufferDepth="PT60S" minBufferTime="PT2S"
      profiles="urn:mpeg:dash:profile:isoff-live:2011">
      <Location>http://a/live/next.mpd</Location>
      <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2026-01-01T00:00:00Z"/>
      <Period id="p" start="PT0S">
        <BaseURL>media/</BaseURL>
        <EventStream schemeIdUri="urn:x"><Event presentationTime="1004" id="1"/></EventStream>
        <AdaptationSet mimeType="audio/mp4" lang="en">
          <SegmentTemplate timescale="10" duration="20" startNumber="1" media="$RepresentationID$-$Number$.m4s"
            initialization="$RepresentationID$.mp4"/>
          <InbandEventStream schemeIdUri="https://aomedia.org/emsg/ID3"/>
          <InbandEventStream schemeIdUri="urn:y" timescale="10" presentationTimeOffset="5"/>
          <Representation id="a" bandwidth="1"/>
          <Representation id="b" bandwidth="2"/>
        </AdaptationSet>
        <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="3"/></AdaptationSet>
      </Period>
    </MPD>
    """

  @Test("a manifest names the segments that were read, from the first to the last, and no others")
  func dash() throws {
    open(Self.manifest, at: "http://a/live/m.mpd")
    read("media/a.mp4", "....ftypiso6....")
    // The segments from 1000 s on: 2 s each.
    read("media/a-501.m4s", "....styp....501.")
    recorder.receive(nil, of: Source(url: "http://a/live/media/a-502.m4s"))
    read("media/a-503.m4s", "....styp....503.")
    let files = files(at: 1006)
    let text = try #require(files["manifest.mpd"])
    #expect(files.keys.sorted() == ["manifest.mpd", "s0.m4s", "s1.m4s", "s2.m4s"])
    for part in [
      "type=\"static\"", "mediaPresentationDuration=\"PT6.000S\"", "lang=\"en\"",
      "availabilityStartTime=\"1970-01-01T00:16:40", "start=\"PT0.000S\"",
      "<Initialization sourceURL=\"s0.m4s\"/>", "presentationTimeOffset=\"10000\"",
      "presentationTimeOffset=\"1000\"", "presentationTimeOffset=\"10005\"",
      "<S t=\"10000\" d=\"20\"/>", "<S t=\"10040\" d=\"20\"/>",
      "<SegmentURL media=\"s1.m4s\"/><SegmentURL media=\"missing-502.m4s\"/>",
      "https://aomedia.org/emsg/ID3", "<Event presentationTime=\"1004\"",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    for part in [
      "http://a/", "BaseURL", "UTCTiming", "Template", "minimumUpdate", "id=\"b\"", "video",
    ] {
      #expect(!text.contains(part), "\(part) is in \(text)")
    }
  }

  @Test("segments that were read from a further base URL are kept")
  func furtherBaseURL() throws {
    let manifest = Self.manifest.replacing(
      "<BaseURL>media/",
      with: "<BaseURL>http://gone/</BaseURL><BaseURL>media/"
    )
    open(manifest, at: "http://a/live/m.mpd")
    for name in ["a.mp4", "a-501.m4s", "a-502.m4s"] {
      recorder.receive(nil, of: Source(url: "http://gone/\(name)"))
    }
    read("media/a.mp4", "....ftypiso6....")
    read("media/a-501.m4s", "....styp....501.")
    // Without the first one: the other base URL is known to work.
    read("media/a-503.m4s", "....styp....503.")
    let files = files(at: 1006)
    let text = try #require(files["manifest.mpd"])
    #expect(files.keys.sorted() == ["manifest.mpd", "s0.m4s", "s1.m4s", "s2.m4s"])
    for part in [
      "<Initialization sourceURL=\"s0.m4s\"/>",
      "<SegmentURL media=\"s1.m4s\"/><SegmentURL media=\"missing-502.m4s\"/>"
        + "<SegmentURL media=\"s2.m4s\"/>",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
  }

  @Test("the latest version of the manifest counts, also under another address")
  func moved() throws {
    open(Self.manifest, at: "http://a/live/m.mpd")
    let moved = Self.manifest.replacing("lang=\"en\"", with: "lang=\"de\"")
      .replacing("minBufferTime", with: "publishTime=\"2026-01-01T00:00:00Z\" minBufferTime")
    let url = "http://a/live/next.mpd"
    recorder.receive(playlist: Array(moved.utf8), at: url, base: url)
    read("media/a-501.m4s", "....styp....501.")
    #expect(files(at: 1006)["manifest.mpd"]?.contains("lang=\"de\"") == true)
  }

  @Test("each version of a manifest is recorded as it was sent, not as a patch")
  func patches() {
    let files = FileLoader(playlistURL: "file:///m.mpd")
    #expect(files.bringsPatches)
    #expect(!RecordingLoader(loader: files, recorder: recorder).bringsPatches)
  }

  @Test("segments that only an earlier version of the manifest listed stay")
  func versions() throws {
    open(Self.manifest, at: "http://a/live/m.mpd")
    read("media/a-501.m4s", "....styp....501.")
    let first = recorder.recording
    var files = EvidenceFiles()
    files.add(first, at: 1006)
    read("media/a-601.m4s", "....styp....601.")
    files.add(recorder.recording, at: 1206)
    let bytes = try #require(files.files().first { $0.name == "manifest.mpd" }).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<S t=\"10000\" d=\"20\"/><S t=\"12000\" d=\"20\"/>"))
  }

  @Test("remote elements are in the manifest that is written, and references are not")
  func remote() throws {
    let start = try #require(Self.manifest.firstRange(of: "<Period"))
    let end = try #require(Self.manifest.firstRange(of: "</MPD>"))
    let period = Self.manifest[start.lowerBound..<end.lowerBound]
    let reference = """
      <Period xmlns:x="http://www.w3.org/1999/xlink" x:href="urn:mpeg:dash:resolve-to-zero:2013"/>
      <Period xmlns:x="http://www.w3.org/1999/xlink" x:href="content.xml" x:actuate="onLoad"/>
      <Period xmlns:x="http://www.w3.org/1999/xlink" x:href="gone.xml" start="PT100000S"/>
      """
    open(Self.manifest.replacing(period, with: reference), at: "http://a/live/m.mpd")
    let url = "http://a/live/content.xml"
    recorder.receive(playlist: Array(period.utf8), at: url, base: url)
    read("media/a-501.m4s", "....styp....501.")
    let text = try #require(files(at: 1006)["manifest.mpd"])
    #expect(text.contains("<S t=\"10000\" d=\"20\"/>"))
    #expect(!text.contains("href") && !text.contains("gone"), "\(text)")
  }

  @Test(
    "a manifest without segments that were read, and XML that is not one, make no files",
    arguments: [manifest, "<html></html>", "<MPD"]
  )
  func nothing(text: String) {
    open(text, at: "http://a/live/m.mpd")
    #expect(files(at: 1006).isEmpty)
  }
}
