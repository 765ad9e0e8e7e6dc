import TestSupport
import Testing

@testable import LiveWatch

private typealias ISO = ISOMediaBuilder

/// Evidence of Periods of a live manifest whose segments are parts of one file: mostly advertisements.
@Suite("evidence of segments that are parts of a file")
struct EvidenceIndexTests {
  private typealias Source = EvidenceRecorder.Source

  private let recorder = EvidenceRecorder(EvidenceBudget(bytes: 1 << 20))
  private static let url = "http://a/live/m.mpd"

  /// A manifest at 1000 s, in Unix seconds.
  private static func manifest(_ periods: String..., attributes: String = "") -> String {
    """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2S" \(attributes)
      availabilityStartTime="1970-01-01T00:00:00Z" minBufferTime="PT2S">\(periods.joined())</MPD>
    """
  }

  private static func period(_ addressing: String, attributes: String = "duration=\"PT6S\"")
    -> String
  {
    """
    <Period id="ad" start="PT1000S" \(attributes)><AdaptationSet mimeType="audio/mp4">
      <Representation id="a" bandwidth="1"><BaseURL>ad.mp4</BaseURL>\(addressing)</Representation>
    </AdaptationSet></Period>
    """
  }

  /// The file has 20 bytes of initialization, and then the index.
  private static func base(indexBytes: Int) -> String {
    """
    <SegmentBase indexRange="20-\(19 + indexBytes)"><Initialization range="0-19"/></SegmentBase>
    """
  }

  private static let initialization = Array("....ftyp............".utf8)
  private static let segment = Array("....styp and media".utf8)

  /// An index of parts of these sizes in bytes and of 2.002 s each.
  private static func index(_ sizes: Int..., isOuter: Bool = false) -> [UInt8] {
    let entries = sizes.flatMap { size in
      ISO.word(size | (isOuter ? 1 << 31 : 0)) + ISO.word(180_180) + ISO.word(0)
    }
    let head = ISO.word(0) + ISO.word(1) + ISO.word(90_000) + ISO.word(0) + ISO.word(0)
    return ISO.box("sidx", head, ISO.word(sizes.count), entries)
  }

  private func open(_ text: String) {
    recorder.begin(url: Self.url)
    Array(text.utf8).withUnsafeBytes { recorder.receive($0) }
  }

  private func read(_ bytes: [UInt8]?, _ range: Range<Int64>?, isShared: Bool = false) {
    let source = Source(url: "http://a/live/ad.mp4", range: range)
    recorder.receive(bytes, of: source, isShared: isShared)
  }

  private static func texts(_ files: EvidenceFiles) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.files().map {
        ($0.name, String(decoding: $0.bytes, as: UTF8.self))
      }
    )
  }

  private func files(at date: Double = 1006) -> [String: String] {
    var files = EvidenceFiles()
    files.add(recorder.recording, at: date)
    return Self.texts(files)
  }

  @Test("the segments that an index names become files, with the times of the index")
  func index() throws {
    let index = Self.index(100, 110, 120)
    open(Self.manifest(Self.period(Self.base(indexBytes: index.count))))
    let start = Int64(20 + index.count)
    read(Self.initialization, 0..<20, isShared: true)
    read(index, 20..<start, isShared: true)
    read(Self.segment, start..<start + 100)
    read(nil, start + 100..<start + 210)
    read(Self.segment, start + 210..<start + 330)
    let files = files()
    let text = try #require(files["manifest.mpd"])
    #expect(files.keys.sorted() == ["manifest.mpd", "s0.m4s", "s2.m4s", "s3.m4s"])
    for part in [
      "type=\"static\"", "mediaPresentationDuration=\"PT6.006S\"", "timescale=\"1000000\"",
      "<Initialization sourceURL=\"s0.m4s\"/>", "<S t=\"0\" d=\"2002000\"/>",
      "<S t=\"2002000\" d=\"2002000\"/><S t=\"4004000\" d=\"2002000\"/>",
      "<SegmentURL media=\"s2.m4s\"/><SegmentURL media=\"missing-1.m4s\"/>"
        + "<SegmentURL media=\"s3.m4s\"/>",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    for part in ["SegmentBase", "indexRange", "BaseURL", "http://a/"] {
      #expect(!text.contains(part), "\(part) is in \(text)")
    }
  }

  @Test("an index may refer to a further one")
  func innerIndex() throws {
    let inner = Self.index(200)
    let outer = Self.index(inner.count + 200, isOuter: true)
    open(Self.manifest(Self.period(Self.base(indexBytes: outer.count))))
    let start = Int64(20 + outer.count)
    let end = start + Int64(inner.count) + 200
    read(outer, 20..<start, isShared: true)
    read(inner + [UInt8](repeating: 0, count: 200), start..<end, isShared: true)
    read(Self.segment, end - 200..<end)
    let text = try #require(files()["manifest.mpd"])
    #expect(text.contains("<S t=\"0\" d=\"2002000\"/>"))
    #expect(text.contains("<SegmentURL media=\"s2.m4s\"/>"))
  }

  @Test(
    "a file that was read as a whole is one segment, as long as its Period or by its index",
    arguments: [("duration=\"PT5S\"", 5), ("", 6)]
  )
  func whole(duration: String, seconds: Int) throws {
    let index = Self.index(100, 110, 120)
    let addressing = Self.base(indexBytes: index.count)
    open(Self.manifest(Self.period(addressing, attributes: duration)))
    read(Self.initialization, 0..<20, isShared: true)
    read(Self.initialization + index + Self.segment, nil)
    let files = files()
    let text = try #require(files["manifest.mpd"])
    #expect(files.keys.sorted() == ["manifest.mpd", "s0.m4s", "s1.m4s"])
    #expect(text.contains("<S t=\"0\" d=\"\(seconds)\"/>"))
    #expect(text.contains("<SegmentURL media=\"s1.m4s\"/>"))
  }

  @Test("without its index nothing of a file that was read in parts is kept, and no file is left")
  func noIndex() {
    open(Self.manifest(Self.period(Self.base(indexBytes: 68))))
    read(Self.segment, 88..<188)
    #expect(files().isEmpty)
  }

  /// Ranges of a file, one by one.
  private static let list = """
    <SegmentList duration="2"><Initialization range="0-19"/><SegmentURL mediaRange="20-119"/>
      <SegmentURL mediaRange="120-219"/><SegmentURL mediaRange="220-"/></SegmentList>
    """

  @Test("the ranges of a SegmentList become files")
  func list() throws {
    open(Self.manifest(Self.period(Self.list)))
    read(Self.initialization, 0..<20, isShared: true)
    read(Self.segment, 120..<220)
    read(Self.segment, 220..<Int64.max)
    let files = files()
    let text = try #require(files["manifest.mpd"])
    #expect(files.keys.sorted() == ["manifest.mpd", "s0.m4s", "s1.m4s", "s2.m4s"])
    #expect(text.contains("<S t=\"2\" d=\"2\"/><S t=\"4\" d=\"2\"/>"))
    #expect(text.contains("<SegmentURL media=\"s1.m4s\"/><SegmentURL media=\"s2.m4s\"/>"))
    #expect(!text.contains("mediaRange"))
  }

  @Test("a Period that has left the manifest since the alarm stays")
  func formerPeriod() throws {
    let next = """
      <Period id="next" start="PT1006S"><AdaptationSet mimeType="audio/mp4">
        <SegmentTemplate duration="2" media="$Number$.m4s"/><Representation id="a" bandwidth="1"/>
      </AdaptationSet></Period>
      """
    open(Self.manifest(Self.period(Self.list), next))
    read(Self.segment, 120..<220)
    var files = EvidenceFiles()
    files.add(recorder.recording, at: 1006)
    let later = Self.manifest(next, attributes: "publishTime=\"1970-01-01T00:20:00Z\"")
    recorder.receive(playlist: Array(later.utf8), at: Self.url, base: Self.url)
    recorder.receive(Self.segment, of: Source(url: "http://a/live/1.m4s"))
    files.add(recorder.recording, at: 1026)
    let text = try #require(Self.texts(files)["manifest.mpd"])
    #expect(text.split(separator: "<Period ").count == 3)
    let periods = [text.firstRange(of: "id=\"ad\""), text.firstRange(of: "id=\"next\"")]
    let starts = periods.compactMap { $0?.lowerBound }
    #expect(starts.count == 2 && starts == starts.sorted())
    #expect(text.contains("s0.m4s") && text.contains("s1.m4s"))
  }
}
