import ReaderTestSupport
import SCTE35
import TestSupport
import Testing
import TransportStream

@testable import TimedMetadata

@Suite struct SpliceReadingTests {
  private static let splicePID: UInt16 = 0x258
  private static let second: Int64 = 90_000

  private static func insert(
    _ id: UInt32,
    isOut: Bool = true,
    at pts: Int64?,
    duration: SpliceInsert.BreakDuration? = nil,
    adjustment: Int64 = 0
  ) -> [UInt8] {
    SpliceInfoSection(
      ptsAdjustment: adjustment,
      command: .insert(
        SpliceInsert(eventID: id, isOut: isOut, pts: pts, breakDuration: duration)
      )
    ).encoded
  }

  private static func signal(
    _ segments: (id: UInt32, type: UInt8, seconds: Int64?)...,
    at pts: Int64
  ) -> [UInt8] {
    SpliceInfoSection(
      command: .timeSignal(pts),
      segmentations: segments.map { segment in
        SegmentationDescriptor(
          eventID: segment.id,
          segment: .init(
            type: SegmentationType(rawValue: segment.type),
            durationTicks: segment.seconds.map { $0 * second }
          )
        )
      }
    ).encoded
  }

  private static func map(_ type: UInt8 = 0x86, id3: Bool = true) -> ProgramMap {
    StreamBuilder.map(
      id3: (id3 ? [StreamBuilder.id3Stream()] : [])
        + [ElementaryStream(type: StreamType(rawValue: type), pid: splicePID)]
    )
  }

  /// Ten seconds of audio from `start`, with the sections of each second after the audio of that second.
  private static func stream(
    _ sections: [Int: [[UInt8]]],
    start: Int64 = 900_000,
    map: ProgramMap = map(id3: false)
  ) -> [UInt8] {
    var builder = StreamBuilder()
    builder.tables(map)
    for section in sections[-1] ?? [] { builder.section(section, pid: splicePID) }
    for second in 0..<10 {
      for tenth in 0..<10 {
        builder.audio(
          pts: (start + Int64(second) * Self.second + Int64(tenth) * 9000) % Timestamp.modulus
        )
      }
      for section in sections[second] ?? [] { builder.section(section, pid: splicePID) }
    }
    return builder.bytes
  }

  private static func events(
    _ bytes: [UInt8],
    options: ReaderOptions = ReaderOptions()
  ) throws -> [TimedMetadataEvent] {
    try allEvents(of: TimedMetadataReader(MemorySource(bytes), options: options))
  }

  @Test("the splice_insert commands of a break give markers at their splice times")
  func inserts() throws {
    let events = try Self.events(
      Self.stream([
        1: [
          Self.insert(
            7,
            at: 900_000 + 4 * Self.second,
            duration: .init(returnsByItself: true, ticks: 3 * Self.second)
          )
        ],
        5: [
          Self.insert(7, isOut: false, at: 900_000 + 6 * Self.second, adjustment: 9000)
        ],
      ])
    )
    #expect(events.markers.map(\.time) == [4, 6.1])
    #expect(events.markers.map(\.isOut) == [true, false])
    #expect(events.markers.map(\.duration) == [3, nil])
    #expect(events.markers.map(\.id) == ["7", "7"])
    #expect(events.markers.map(\.pts) == [1_260_000, 1_449_000])
    #expect(events.markers.map(\.pid) == [0x258, 0x258])
    #expect(events.markers.map(\.program) == [1, 1])
    #expect(events.markers.allSatisfy { $0.kind == .splice && $0.offset != nil })
    #expect(events.markers.map(\.announcement?.returnsByItself) == [true, nil])
    #expect(events.notes.isEmpty)
  }

  @Test(
    "the break in sample_scte35.ts is read",
    .enabled(if: Corpus.transportStreams.contains { $0.path.hasSuffix("sample_scte35.ts") })
  )
  func corpus() throws {
    let path = try #require(
      Corpus.transportStreams.map(\.path).first { $0.hasSuffix("sample_scte35.ts") }
    )
    let events = try allEvents(of: TimedMetadataReader(FileSource(path: path)))
    #expect(events.markers.map(\.isOut) == [true, false])
    #expect(events.markers.map(\.pts) == [200_000, 300_000])
    #expect(events.markers.map(\.id) == ["100", "100"])
    #expect(events.markers.map(\.pid) == [0x258, 0x258])
    #expect(events.markers.allSatisfy { $0.time != nil })
  }

  @Test("a splice before the first frame waits for the clock, and its splice time may wrap")
  func early() throws {
    let start = Timestamp.modulus - 2 * Self.second
    let events = try Self.events(
      Self.stream(
        [-1: [Self.insert(1, at: 2 * Self.second)]],
        start: start
      )
    )
    #expect(events.markers.map(\.time) == [4])
  }

  @Test("an immediate splice has the time of its section")
  func immediate() throws {
    let events = try Self.events(Self.stream([2: [Self.insert(1, at: nil)]]))
    #expect(events.markers.map(\.time) == [2.9])
    #expect(events.markers.map(\.pts) == [nil])
  }

  @Test("repeated announcements give one marker, and a changed announcement gives another")
  func repeats() throws {
    let out = Self.insert(1, at: 900_000 + 8 * Self.second)
    let longer = Self.insert(
      1,
      at: 900_000 + 8 * Self.second,
      duration: .init(returnsByItself: false, ticks: Self.second)
    )
    let null = SpliceInfoSection(command: .null).encoded
    let events = try Self.events(
      Self.stream([1: [null, out], 2: [out, null], 3: [longer], 4: [longer]])
    )
    #expect(events.markers.map(\.duration) == [nil, 1])
  }

  @Test(
    "each segmentation descriptor gives a marker, and an ad within a break begins no other break"
  )
  func segmentation() throws {
    let pts = 900_000 + 3 * Self.second
    let events = try Self.events(
      Self.stream([
        0: [Self.signal((1, 0x10, nil), (2, 0x34, 5), at: pts)],
        1: [Self.signal((3, 0x30, 2), at: pts)],
        3: [Self.signal((3, 0x31, nil), at: pts + 2 * Self.second)],
        6: [Self.signal((2, 0x35, nil), at: pts + 5 * Self.second)],
      ])
    )
    #expect(events.markers.map(\.time) == [3, 3, 3, 5, 8])
    #expect(events.markers.map(\.isOut) == [nil, true, nil, nil, false])
    #expect(
      events.markers.compactMap(\.announcement?.segmentationName) == [
        "Program Start", "Provider Placement Opportunity Start", "Provider Advertisement Start",
        "Provider Advertisement End", "Provider Placement Opportunity End",
      ]
    )
  }

  @Test("an ad outside a break counts as a break")
  func ads() throws {
    let pts = 900_000 + 3 * Self.second
    let events = try Self.events(
      Self.stream([
        1: [Self.signal((3, 0x30, 2), at: pts)],
        3: [Self.signal((3, 0x31, nil), at: pts + 2 * Self.second)],
      ])
    )
    #expect(events.markers.map(\.isOut) == [true, false])
  }

  @Test("a damaged splice section is reported once and gives no marker")
  func damaged() throws {
    var section = Self.insert(1, at: nil)
    section[15] ^= 1
    let events = try Self.events(Self.stream([1: [section], 2: [section]]))
    #expect(events.markers.isEmpty)
    #expect(events.notes.map(\.id) == [.spliceMalformed])
    #expect(events.notes.first?.pid == 0x258)
  }

  @Test(
    "markers are read from a stream without ID3, but not from a PID of another stream type"
  )
  func otherStreams() throws {
    let section = Self.insert(1, at: nil)
    let plain = try Self.events(Self.stream([1: [section]], map: Self.map(id3: false)))
    #expect(plain.markers.count == 1)
    let other = try Self.events(Self.stream([1: [section]], map: Self.map(0x05)))
    #expect(other.markers.isEmpty && other.notes.allSatisfy { $0.id != .spliceMalformed })
  }

  @Test("markers after the time limit, and markers of other programs, are left out")
  func selection() throws {
    let bytes = Self.stream([
      1: [Self.insert(1, at: nil)], 8: [Self.insert(2, at: nil)],
    ])
    let limited = try Self.events(bytes, options: ReaderOptions(limitSeconds: 5))
    #expect(limited.markers.map(\.id) == ["1"])
    #expect(try Self.events(bytes, options: ReaderOptions(program: 2)).markers.isEmpty)
    #expect(try Self.events(bytes, options: ReaderOptions(program: 1)).markers.count == 2)
  }

  @Test("an ID3 tag on a PID that is declared as splice information is still found")
  func misdeclared() throws {
    var builder = StreamBuilder()
    builder.tables(Self.map(id3: false))
    for tenth in 0..<10 { builder.audio(pts: 900_000 + Int64(tenth) * 9000) }
    builder.id3(StreamBuilder.tag(0), pts: 900_000, pid: Self.splicePID)
    builder.audio(pts: 990_000)
    #expect(try Self.events(builder.bytes).tags.count == 1)
  }

  @Test("splice information in an event message gives one marker, at the time of the message")
  func message() throws {
    let section = Self.insert(
      5,
      at: 77,
      duration: .init(returnsByItself: true, ticks: 30 * Self.second)
    )
    let message = ISOMediaBuilder.message(
      section,
      at: 180_000,
      scheme: TimelineMarker.spliceScheme
    )
    var builder = ISOMediaBuilder()
    builder.append(ISOMediaBuilder.fileType(brands: "iso6"))
    builder.append(ISOMediaBuilder.movie(.init()))
    for fragment in 0..<4 {
      if fragment < 2 { builder.append(message) }
      builder.append(ISOMediaBuilder.fragment(.init(at: fragment * 90_000, duration: 90_000)))
    }
    let events = try Self.events(builder.bytes)
    #expect(events.markers.map(\.time) == [2])
    #expect(events.markers.map(\.isOut) == [true])
    #expect(events.markers.map(\.duration) == [30])
    #expect(events.notes.isEmpty)
  }

  /// Seconds from the last audio frame before a section of ``stream(_:start:map:)`` to the next second.
  private static let rest = 0.1

  @Test(
    "the lead of a splice on a PID is measured from the clock at its section, also across a wrap",
    arguments: [(4, 0), (-9, 0), (3600, 0), (4, 2), (-9, 12)]
  )
  func leads(seconds: Int64, wrap: Int64) throws {
    let start = wrap == 0 ? 900_000 : Timestamp.modulus - wrap * Self.second
    let due = (start + (3 + seconds) * Self.second) & (Timestamp.modulus - 1)
    let adjustment = Timestamp.modulus - 9000
    let bytes = Self.stream(
      [2: [Self.insert(1, at: (due + 9000) & (Timestamp.modulus - 1), adjustment: adjustment)]],
      start: start
    )
    let mark = try #require(try Self.events(bytes).markers.first)
    let lead = try #require(mark.spliceLead)
    #expect(abs(lead - Double(seconds) - Self.rest) < 0.001, "\(lead)")
    #expect(mark.hasPlausibleTime)
  }

  @Test("an immediate splice and a cancelled event have no lead")
  func timeless() throws {
    let cancel = SpliceInfoSection(command: .insert(SpliceInsert(eventID: 1, isOut: nil))).encoded
    let cancelled = SpliceInfoSection(
      command: .timeSignal(5),
      segmentations: [SegmentationDescriptor(eventID: 2, segment: nil)]
    ).encoded
    let events = try Self.events(
      Self.stream([1: [Self.insert(1, at: nil)], 2: [cancel], 3: [cancelled]])
    )
    #expect(events.markers.count == 3)
    #expect(events.markers.allSatisfy { $0.spliceLead == nil && $0.hasPlausibleTime })
  }

  @Test("a splice time long before its section is implausible")
  func implausible() throws {
    let events = try Self.events(
      Self.stream([9: [Self.insert(1, at: 900_000 - 5 * Self.second)]])
    )
    #expect(events.markers.map(\.hasPlausibleTime) == [false])
  }

  @Test(
    "the lead of a splice in an event message is measured from the time of the message",
    arguments: [(180_000, 0), (77, -2), (180_000 + 450_000, 5)] as [(Int64, Double)]
  )
  func messageLead(pts: Int64, lead: Double) throws {
    var builder = ISOMediaBuilder()
    builder.append(ISOMediaBuilder.fileType(brands: "iso6"))
    builder.append(ISOMediaBuilder.movie(.init()))
    builder.append(
      ISOMediaBuilder.message(
        Self.insert(5, at: pts),
        at: 180_000,
        scheme: TimelineMarker.spliceScheme
      )
    )
    for fragment in 0..<4 {
      builder.append(ISOMediaBuilder.fragment(.init(at: fragment * 90_000, duration: 90_000)))
    }
    let mark = try #require(try Self.events(builder.bytes).markers.first)
    #expect(mark.time == 2 && mark.hasPlausibleTime)
    #expect(abs((mark.spliceLead ?? .nan) - lead) < 0.01)
  }
}
