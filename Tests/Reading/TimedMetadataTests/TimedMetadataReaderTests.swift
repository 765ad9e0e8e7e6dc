import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata
import TransportStream

@Suite struct TimedMetadataReaderTests {
  private func code(
    of bytes: [UInt8],
    options: ReaderOptions = ReaderOptions()
  ) -> TimedMetadataError.Code? {
    do {
      _ = try allEvents(of: TimedMetadataReader(MemorySource(bytes), options: options))
      return nil
    } catch let error as TimedMetadataError {
      return error.code
    } catch {
      Issue.record("another error: \(error)")
      return nil
    }
  }

  @Test(
    "an input that cannot be read is refused with the error code for its kind",
    arguments: [
      ([], .empty),
      (Array("hello, world\n".utf8), .unsupportedKind),
      (Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8), .unsupportedKind),
      ([0xEF, 0xBB, 0xBF] + Array("#EXTM3U\n".utf8), .unsupportedKind),
      ([0, 0, 0, 4] + Array("ftypisom".utf8), .unknownKind),
      ([UInt8](repeating: 0x80, count: 100_000), .unknownKind),
      ([0x47], .unsupportedKind),
      ([0x47, 0x00], .unknownKind),
    ] as [([UInt8], TimedMetadataError.Code)]
  )
  func kinds(bytes: [UInt8], expected: TimedMetadataError.Code) {
    #expect(code(of: bytes) == expected)
  }

  @Test("a tag before audio frames without a container is read as packed audio")
  func leadingTags() throws {
    let events = try allEvents(
      of: TimedMetadataReader(MemorySource(StreamBuilder.tag(0) + SampleAudio.adts(count: 2)))
    )
    #expect(events.notes.isEmpty)
    #expect(events.tags.map(\.carriage) == [.packedAudio])
    #expect(events.tags.map(\.time) == [0])
  }

  @Test("a missing file and a directory give different errors")
  func files() throws {
    let missing = #expect(throws: TimedMetadataError.self) {
      try FileSource(path: "/nowhere/a.ts")
    }
    #expect(missing?.description == "/nowhere/a.ts: no such file: check the path")
    let directory = #expect(throws: TimedMetadataError.self) { try FileSource(path: "/tmp") }
    #expect(directory?.code == .isDirectory)
  }

  private static let twoPrograms: [UInt8] = {
    var builder = StreamBuilder()
    builder.association([(1, 0x1000), (2, 0x1100)])
    builder.map(StreamBuilder.map())
    builder.map(
      StreamBuilder.map(
        program: 2,
        pcrPID: 0x200,
        id3: [StreamBuilder.id3Stream(pid: 0x202)],
        audioPID: 0x201,
        videoPID: 0x200
      ),
      pid: 0x1100
    )
    for second in 0..<60 {
      let pts = 900_000 + Int64(second) * 90_000
      builder.audio(pts: pts)
      builder.audio(pts: pts, pid: 0x201)
      builder.id3(StreamBuilder.tag(second), pts: pts)
      builder.id3(StreamBuilder.tag(second), pts: pts, pid: 0x202)
    }
    return builder.bytes
  }()

  @Test("program and PID select the tags, and the summary lists all streams")
  func filters() throws {
    let bytes = Self.twoPrograms
    let program = try allEvents(
      of: TimedMetadataReader(MemorySource(bytes), options: ReaderOptions(program: 2))
    )
    #expect(Set(program.tags.map(\.pid)) == [0x202])
    #expect(program.tags.count == 60)
    #expect(program.summary?.streams.map(\.pid) == [0x102, 0x202])
    let pid = try allEvents(
      of: TimedMetadataReader(MemorySource(bytes), options: ReaderOptions(pid: 0x102))
    )
    #expect(Set(pid.tags.map(\.program)) == [1])
  }

  @Test("a time limit ends both the tags and the duration in the summary")
  func limit() throws {
    let events = try allEvents(
      of: TimedMetadataReader(
        MemorySource(Self.twoPrograms),
        options: ReaderOptions(limitSeconds: 10)
      )
    )
    #expect(events.tags.compactMap(\.time).max() == 10)
    #expect(events.tags.count == 22)
    #expect(events.summary?.duration == 10)
  }

  /// A reader of both programs that begins at `begin`.
  private func reader(
    from begin: ReadingStart,
    options: ReaderOptions = ReaderOptions()
  ) throws -> TimedMetadataReader {
    try TimedMetadataReader(
      .transportStream,
      start: Self.twoPrograms,
      name: "memory",
      from: begin,
      options: options,
      chunks: ChunkReader(MemorySource(Self.twoPrograms))
    )
  }

  @Test("tags before the requested start are left out, and the limit counts from the start")
  func start() throws {
    let events = try allEvents(
      of: reader(from: .seconds(10), options: ReaderOptions(limitSeconds: 5))
    )
    #expect(events.tags.compactMap(\.time).min() == 10)
    #expect(events.tags.compactMap(\.time).max() == 15)
    #expect(events.summary?.endBeforeStart == nil)
  }

  @Test("a requested start after the end is reported in the summary")
  func startBehindEnd() throws {
    let events = try allEvents(of: reader(from: .seconds(100)))
    #expect(events.tags.isEmpty)
    #expect(events.summary?.endBeforeStart == PresentationEnd(seconds: 60))
  }

  @Test(
    "a time of day, or a position from the end, is refused for an input that is not a playlist",
    arguments: [ReadingStart.seconds(-5), .wallClock(1)]
  )
  func unknownStart(start: ReadingStart) {
    let error = #expect(throws: TimedMetadataError.self) { try reader(from: start) }
    #expect(error?.remedy.contains("--from") == true)
  }

  @Test("the error for a compressed file names the format")
  func compressed() {
    let error = #expect(throws: TimedMetadataError.self) {
      try TimedMetadataReader(MemorySource([0x1F, 0x8B, 0x08, 0, 0, 0]))
    }
    #expect(error?.reason == "is compressed with gzip")
  }

  @Test(
    "an archive is refused with its format and a remedy, even if it contains whole packets",
    arguments: [
      (0, [0x50, 0x4B, 0x03, 0x04], "is a zip archive", "unzip"),
      (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "is a 7-Zip archive", "7z x"),
      (0, [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "is an RAR archive", "unrar x"),
      (257, Array("ustar".utf8), "is a tar archive", "tar -xf"),
    ] as [(Int, [UInt8], String, String)]
  )
  func archive(offset: Int, mark: [UInt8], reason: String, unpacker: String) {
    var head = [UInt8](repeating: 0, count: 512)
    head.replaceSubrange(0..<4, with: "a.ts".utf8)
    head.replaceSubrange(offset..<offset + mark.count, with: mark)
    let error = #expect(throws: TimedMetadataError.self) {
      try TimedMetadataReader(MemorySource(head + Self.twoPrograms))
    }
    #expect(error?.reason == reason)
    #expect(error?.remedy == "unpack it first (\(unpacker)) and name the streams in it")
  }

  @Test("the summary has the duration, and the number of tags of each stream")
  func summary() throws {
    let events = try allEvents(of: TimedMetadataReader(MemorySource(Self.twoPrograms)))
    #expect(events.summary?.duration == 60)
    #expect(events.summary?.streams.map(\.tags) == [60, 60])
    #expect(events.summary?.streams.map(\.declared) == [true, true])
  }

  @Test("each program has its own duration, and a limit applies to the selected program")
  func programDurations() throws {
    var builder = StreamBuilder()
    builder.association([(1, 0x1000), (2, 0x1100)])
    builder.map(StreamBuilder.map())
    builder.map(
      StreamBuilder.map(
        program: 2,
        pcrPID: 0x200,
        id3: [StreamBuilder.id3Stream(pid: 0x202)],
        audioPID: 0x201,
        videoPID: 0x200
      ),
      pid: 0x1100
    )
    for second in 0..<90 { builder.audio(pts: 900_000 + Int64(second) * 90_000) }
    for second in 0..<30 {
      builder.audio(pts: 900_000 + Int64(second) * 90_000, pid: 0x201)
      builder.id3(StreamBuilder.tag(second), pts: 900_000 + Int64(second) * 90_000, pid: 0x202)
    }
    let bytes = builder.bytes
    let all = try allEvents(of: TimedMetadataReader(MemorySource(bytes)))
    #expect(all.summary?.duration == 90)
    #expect(all.summary?.programDurations == [1: 90, 2: 30])
    let second = try allEvents(
      of: TimedMetadataReader(
        MemorySource(bytes),
        options: ReaderOptions(program: 2, limitSeconds: 20)
      )
    )
    #expect(second.tags.count == 21)
    #expect(second.summary?.duration == 20)
  }

  @Test(
    "notes about programs and PIDs that are not selected are left out",
    arguments: [
      (nil, nil, [0x102, 0x202, 0x1000, 0x1100]), (1, nil, [0x102, 0x1000]),
      (2, nil, [0x202, 0x1100]), (nil, 0x202, [0x202, 0x1100]), (9, nil, []),
    ] as [(Int?, Int?, Set<Int>)]
  )
  func selectedNotes(program: Int?, pid: Int?, pids: Set<Int>) throws {
    var builder = StreamBuilder()
    builder.association([(1, 0x1000), (2, 0x1100)])
    let id3 = [StreamBuilder.id3Stream(pid: 0x202)]
    let maps: [(ProgramMap, UInt16)] = [
      (StreamBuilder.map(), 0x1000),
      (StreamBuilder.map(program: 2, pcrPID: 0x200, id3: id3, audioPID: 0x201), 0x1100),
    ]
    for (map, pid) in maps { builder.map(map, pid: pid) }
    for second in 0..<4 {
      let pts = 900_000 + Int64(second) * 90_000
      for (audio, id3) in [(UInt16(0x101), UInt16(0x102)), (0x201, 0x202)] {
        builder.audio(pts: pts, pid: audio)
        builder.id3(StreamBuilder.tag(second), pts: pts, pid: id3) {
          if second == 2 { $0.removeLast() }
        }
      }
      // The tables in second 1 are damaged.
      for (map, pid) in maps {
        var section = map.section.encoded
        if second == 1 { section[section.count - 1] ^= 1 }
        builder.section(section, pid: pid)
      }
    }
    let events = try allEvents(
      of: TimedMetadataReader(
        MemorySource(builder.bytes),
        options: ReaderOptions(program: program, pid: pid)
      )
    )
    #expect(Set(events.notes.compactMap(\.pid)) == pids, "\(events.notes)")
  }

  @Test(
    "a missing part gives one note with its time, and no notes about counters and clocks",
    arguments: [2, 10, 90]
  )
  func hole(missing: Int) throws {
    var builder = StreamBuilder()
    var parts: [[UInt8]] = []
    for (first, count) in [(0, 10), (10, missing), (10 + missing, 10)] {
      let start = builder.bytes.count
      builder.tables()
      builder.tags(count, start: 900_000 + Int64(first) * 90_000, firstIndex: first)
      parts.append(Array(builder.bytes[start...]))
    }
    let words = "number 2 is missing between s1.ts and s3.ts: its content was not read"
    let source = PartedSource([parts[0], parts[2]], holes: [1: words])
    let events = try allEvents(of: TimedMetadataReader(source))
    let tags = (0..<10).map { StreamBuilder.tag($0) }
    #expect(
      events.tags.map(\.bytes) == tags + (0..<10).map { StreamBuilder.tag(10 + missing + $0) }
    )
    #expect(events.notes.map(\.id) == [.joinedHole], "\(events.notes)")
    #expect(events.notes.first?.detail == words)
    #expect(events.notes.first?.time.map { abs($0 - 10) < 0.1 } == true)
    // A part that is more than 60 s away continues at the end of the part before it.
    let length = events.notes.first?.measured ?? 0
    #expect(missing > 60 || abs(length - Double(missing)) < 0.1)
  }

  @Test("a tag at the start of a part after a missing part has the end time of the part before")
  func leadingTagAfterHole() throws {
    var parts: [[UInt8]] = []
    for first in [0, 20] {
      var builder = StreamBuilder()
      builder.tables()
      builder.tags(10, start: 900_000 + Int64(first) * 90_000, firstIndex: first)
      parts.append(SampleAudio.tag("a") + builder.bytes)
    }
    let source = PartedSource(parts, holes: [1: "number 2 is missing"])
    let leading = try allEvents(of: TimedMetadataReader(source)).tags
      .filter { $0.notes.contains("ts-leading-id3") }
    #expect(leading.count == 2)
    #expect(leading.first?.time == 0)
    #expect(leading.last?.time.map { abs($0 - 10) < 1 } == true)
  }

  @Test("a tag above the size limit is reported with the limit")
  func largeTag() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.audio(pts: 900_000)
    let tag: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    builder.id3(tag + [UInt8](repeating: 1, count: 2000), pts: 900_000)
    let events = try allEvents(of: TimedMetadataReader(MemorySource(builder.bytes)))
    #expect(events.tags.isEmpty)
    #expect(events.notes.map(\.id) == ["tag-truncated"])
    #expect(events.notes.first?.detail.contains("bytes, but at most") == true)
  }

  @Test("an endless input without packets fails after 256 MiB")
  func endlessJunk() throws {
    final class Zeros: ByteSource {
      let name = "zeros"
      let size: Int64? = nil
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        return buffer.count
      }
    }
    let error = #expect(throws: TimedMetadataError.self) {
      try allEvents(of: TimedMetadataReader(Zeros()))
    }
    #expect(error?.code == .unknownKind)
  }

  @Test("a cancelled reader throws after it has delivered earlier events")
  func cancelled() async throws {
    try await Task {
      var chunks = 0
      let reader = try TimedMetadataReader(MemorySource(Self.twoPrograms, pieceSize: 188))
      reader.onProgress = { _, _ in
        chunks += 1
        if chunks == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      var tags = 0
      let error = #expect(throws: TimedMetadataError.self) {
        while let event = try reader.next() {
          if case .tag = event { tags += 1 }
        }
      }
      #expect(error?.code == .cancelled)
      #expect(tags > 0)
    }.value
  }

  @Test("every prefix of a stream gives a prefix of its tags")
  func truncation() throws {
    var builder = StreamBuilder()
    builder.tables()
    builder.tags(3)
    let bytes = builder.bytes
    let all = try allEvents(of: TimedMetadataReader(MemorySource(bytes))).tags
    for length in stride(from: 188, through: bytes.count, by: 47) {
      let tags = try allEvents(
        of: TimedMetadataReader(MemorySource(Array(bytes.prefix(length))))
      ).tags
      #expect(tags.map(\.bytes) == all.prefix(tags.count).map(\.bytes))
    }
  }

  @Test("a playlist is refused, so libavformat never opens the URIs in it")
  func playlist() {
    #expect(code(of: Array("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8)) == .unsupportedKind)
  }
}
