import ReaderTestSupport
import System
import TestSupport
import Testing
import TimedMetadata

@testable import HLS
@testable import Presentation

/// Live playlists whose latest segment is read part by part.
@Suite(.timeLimit(.minutes(10)))
struct PartedPlaylistTests {
  private typealias Sample = SamplePresentation

  /// The way in which the parts of a segment are listed.
  enum Layout: Sendable, CaseIterable {
    /// A file for each part.
    case files
    /// Byte ranges of one file.
    case ranges
  }

  private static let segments = Sample.segments(6)
  private static let control = [
    "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0,HOLD-BACK=6.0",
    "#EXT-X-PART-INF:PART-TARGET=1.0",
  ]

  /// The packets of a segment that belong to tags.
  private static func tagPackets(_ number: Int) -> [Int] {
    let bytes = segments[number]
    return (0..<bytes.count / 188).filter { packet in
      let high = UInt16(bytes[packet * 188 + 1] & 0x1F)
      return high << 8 | UInt16(bytes[packet * 188 + 2]) == StreamBuilder.id3PID
    }
  }

  /// Two parts of a segment, each with a tag; `cut` is the packet at which the second part begins.
  private static func halves(_ number: Int, cut: Int? = nil) -> [[UInt8]] {
    let bytes = segments[number]
    let tags = tagPackets(number)
    // A frame of audio comes after the first tag.
    let usual = zip(tags, tags.dropFirst()).first { $1 != $0 + 1 }.map { $0.0 + 2 } ?? 1
    let end = (cut ?? usual) * 188
    return [Array(bytes[..<end]), Array(bytes[end...])]
  }

  private static func part(_ number: Int, _ index: Int, _ layout: Layout, extra: String = "")
    -> String
  {
    switch layout {
    case .files:
      return "#EXT-X-PART:DURATION=1.0,URI=\"s\(number).\(index).ts\"\(extra)"
    case .ranges:
      let parts = halves(number)
      let start = index == 0 ? 0 : parts[0].count
      return
        "#EXT-X-PART:DURATION=1.0,URI=\"r\(number).ts\",BYTERANGE=\"\(parts[index].count)@\(start)\"\(extra)"
    }
  }

  /// A version with whole segments, and further lines after the last segment.
  private static func version(
    _ window: Range<Int>,
    _ tail: [String] = [],
    partsOf listed: [Int: [String]] = [:],
    isLive: Bool = true
  ) -> String {
    let lines = listed.reduce(into: [Int: [String]]()) { $0[$1.key - window.lowerBound] = $1.value }
    let whole = Sample.playlist(
      window.map { "s\($0).ts" },
      mediaSequence: window.lowerBound,
      lines: lines,
      header: control,
      isLive: true
    )
    return whole + (tail + (isLive ? [] : ["#EXT-X-ENDLIST"])).map { $0 + "\n" }.joined()
  }

  private static func address(_ number: Int, _ part: Int) -> String {
    "\(Sample.url)?_HLS_msn=\(number)&_HLS_part=\(part)"
  }

  /// A loader of the segments, of their parts, and of the versions by their URLs.
  private static func loader(
    _ versions: [String: String],
    cut: Int? = nil,
    without missing: Set<String> = [],
    empty: Set<String> = []
  ) -> MemoryLoader {
    var answers: [String: [MemoryLoader.Answer]] = [:]
    for number in segments.indices {
      answers["https://test/s\(number).ts"] = [.bytes(segments[number])]
      answers["https://test/r\(number).ts"] = [.bytes(segments[number])]
      for (index, bytes) in halves(number, cut: cut).enumerated() {
        answers["https://test/s\(number).\(index).ts"] = [.bytes(bytes)]
      }
    }
    for name in missing { answers["https://test/\(name)"] = nil }
    for name in empty { answers["https://test/\(name)"] = [.bytes([])] }
    for (url, text) in versions { answers[url] = [.bytes(Array(text.utf8))] }
    return MemoryLoader(answers: answers)
  }

  private static func reader(_ first: String, _ loader: MemoryLoader) throws -> TimedMetadataEvents
  {
    try Sample.reader(first, loader) {
      $0.start = .beginning
      $0.clock = TestClock()
    }
  }

  /// Versions that add a segment in two parts to two whole segments, and then end.
  private static func versions(_ layout: Layout) -> [String: String] {
    let parts = [part(2, 0, layout), part(2, 1, layout)]
    return [
      address(2, 0): version(0..<2, [parts[0]]),
      address(2, 1): version(0..<2, parts),
      address(2, 2): version(0..<3, partsOf: [2: parts], isLive: false),
    ]
  }

  @Test("parts are read, and their segment is not requested again", arguments: Layout.allCases)
  func parts(layout: Layout) async throws {
    let loader = Self.loader(Self.versions(layout))
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    #expect(events.tags.map { rounded($0.time) } == (0..<6).map { rounded(Double($0) + 0.9) })
    #expect(events.notes == [])
    #expect(!loader.requestedNames.contains("s2.ts"))
    #expect(events.summary?.renditions.map(\.segmentsRead) == [3])
    let last = events.compactMap { if case .segment(let segment) = $0 { segment } else { nil } }
      .last
    #expect(last?.uri == "s2.ts")
    #expect(last?.duration == 2)
    #expect(last?.tags == 2)
    #expect(events.tags.map(\.mediaSequence) == [0, 0, 1, 1, 2, 2])
    #expect(
      events.tags.suffix(2).map(\.segment)
        == (layout == .files ? ["s2.0.ts", "s2.1.ts"] : ["r2.ts", "r2.ts"])
    )
  }

  @Test(
    "the tag of a part is delivered before the next part is listed",
    arguments: [[], ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:04Z"]]
  )
  func latency(lines: [String]) async throws {
    let parts = [Self.part(2, 0, .files), Self.part(2, 1, .files)]
    let loader = Self.loader([
      Self.address(2, 0): Self.version(0..<2, lines + [parts[0]]),
      Self.address(2, 1): Self.version(0..<2, lines + parts),
      Self.address(2, 2): Self.version(0..<3, partsOf: [2: lines + parts], isLive: false),
    ])
    loader.hold(Self.address(2, 1))
    let reader = try Self.reader(Self.version(0..<2), loader)
    var tags: [TimedTag] = []
    while tags.count < 5, let event = try await reader.next() {
      if case .tag(let tag) = event { tags.append(tag) }
    }
    #expect(Sample.indices(tags) == Array(0..<5))
    #expect(!loader.requestedNames.contains("s2.1.ts"))
    loader.release(Self.address(2, 1))
    tags += try await allEvents(of: reader).tags
    #expect(Sample.indices(tags) == Array(0..<6))
    let dates = tags.suffix(2).compactMap(\.wallClock).map { $0 - 1_704_067_200 }
    #expect(dates.count == (lines.isEmpty ? 0 : 2))
    #expect(dates.allSatisfy { (4..<6).contains($0) })
  }

  @Test("a tag that spans two parts is delivered whole and noted")
  func split() async throws {
    // The first packet of the tag ends the part.
    let first = try #require(Self.tagPackets(2).first)
    let loader = Self.loader(Self.versions(.files), cut: first + 1)
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    let note = try #require(events.notes.first)
    #expect(note.id == .tagInTwoParts)
    #expect(note.segment == "s2.0.ts")
    #expect(events.notes.count == 1)
  }

  @Test("the missing bytes of a part are read from its segment")
  func missingPart() async throws {
    let loader = Self.loader(Self.versions(.files), without: ["s2.1.ts"])
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    let request = try #require(loader.requests.first { $0.url.hasSuffix("/s2.ts") })
    #expect(request.byteRange == Int64(Self.halves(2)[0].count)..<Int64.max)
    #expect(events.summary?.renditions.map(\.segmentsMissing) == [0])
  }

  @Test("a part whose file is still empty is read from its segment")
  func emptyPart() async throws {
    let loader = Self.loader(Self.versions(.files), empty: ["s2.0.ts", "s2.1.ts"])
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    #expect(loader.requestedNames.contains("s2.ts"))
    #expect(events.notes == [])
  }

  @Test(
    "a segment whose listed parts change, disappear or have a gap is read to its end",
    arguments: [
      ("#EXT-X-PART:DURATION=1.0,URI=\"s2.1.ts\",GAP=YES", true),
      ("#EXT-X-PART:DURATION=1.0,URI=\"other.ts\"", true),
      ("", true),
    ]
  )
  func changedParts(second: String, isRest: Bool) async throws {
    let first = Self.part(2, 0, .files)
    var listed = [first]
    if !second.isEmpty { listed.append(second) }
    let isGap = second.contains("GAP")
    let loader = Self.loader([
      Self.address(2, 0): Self.version(0..<2, [first]),
      Self.address(2, 1): Self.version(
        0..<3,
        partsOf: second.isEmpty
          ? [:] : [2: isGap ? listed : ["#EXT-X-PART:DURATION=1.0,URI=\"x.ts\"", second]],
        isLive: false
      ),
    ])
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<6))
    #expect(loader.requestedNames.contains("s2.ts") == isRest)
  }

  @Test("a segment that leaves the window before it is complete is reported as missing")
  func leftWindow() async throws {
    let loader = Self.loader([
      Self.address(2, 0): Self.version(0..<2, [Self.part(2, 0, .files)]),
      Self.address(2, 1): Self.version(4..<6, isLive: false),
    ])
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<5) + Array(8..<12))
    #expect(events.notes.contains { $0.id == "hls-segment-missing" })
    #expect(events.notes.contains { $0.id == "hls-window-missed" && $0.amount == 1 })
  }

  @Test("a hinted part is requested once, before it is listed", arguments: Layout.allCases)
  func hints(layout: Layout) async throws {
    let parts = [Self.part(2, 0, layout), Self.part(2, 1, layout)]
    func hint(_ index: Int) -> String {
      switch layout {
      case .files: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"s2.\(index).ts\""
      case .ranges:
        "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"r2.ts\",BYTERANGE-START=\(index * Self.halves(2)[0].count)"
      }
    }
    let loader = Self.loader([
      Self.address(2, 0): Self.version(0..<2, [parts[0], hint(1)]),
      Self.address(2, 1): Self.version(0..<3, partsOf: [2: parts], isLive: false),
    ])
    let first = Self.version(0..<2, [hint(0)])
    loader.hold(Self.address(2, 0))
    let reader = try Self.reader(first, loader)
    let name = layout == .files ? "s2.0.ts" : "r2.ts"
    var events: [TimedMetadataEvent] = []
    while events.tags.count < 4, let event = try await reader.next() { events.append(event) }
    #expect(await loader.waitForRequest("https://test/\(name)"))
    loader.release(Self.address(2, 0))
    events += try await allEvents(of: reader)
    #expect(Sample.indices(events.tags) == Array(0..<6))
    // The time limit of a hinted part is half that of a segment.
    let hinted = loader.requests.filter { $0.purpose == .segment && $0.answerTime > .zero }
    #expect(!hinted.isEmpty && hinted.allSatisfy { $0.timeLimit == .seconds(6) })
    // One open request receives all parts of a growing file.
    let media = loader.requestedNames.filter { $0.hasPrefix("s2.") || $0 == "r2.ts" }
    #expect(media == (layout == .files ? ["s2.0.ts", "s2.1.ts"] : ["r2.ts"]))
  }

  @Test("the parts of an encrypted segment are not requested")
  func encrypted() async throws {
    let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\""
    let loader = Self.loader([
      Self.address(2, 0): Self.version(0..<2, [key, Self.part(2, 0, .files)]),
      Self.address(2, 1): Self.version(0..<2, isLive: false),
    ])
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<4))
    #expect(!loader.requestedNames.contains("s2.0.ts"))
  }

  @Test("a server that refuses delivery directives is read without them, with one note")
  func refusal() async throws {
    var answers = Sample.files(Self.segments).mapValues { [MemoryLoader.Answer.bytes($0)] }
    answers[Sample.url] = (2..<6).map {
      .bytes(Array(Self.version(0..<$0, isLive: $0 < 5).utf8))
    }
    let loader = MemoryLoader(answers: answers)
    let events = try await allEvents(of: Self.reader(Self.version(0..<2), loader))
    #expect(Sample.indices(events.tags) == Array(0..<10))
    // The playlist itself is valid.
    #expect(!events.notes.contains { $0.id == "hls-playlist-invalid" })
    #expect(events.notes.filter { $0.id == .reloadNotBlocking }.count == 1)
    let asked = loader.requests.filter { $0.url.contains("_HLS_") }
    #expect(asked.count == 3)
    #expect(asked.allSatisfy { $0.isTriedOnce })
  }
}
