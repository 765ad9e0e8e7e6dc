import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct PackedAudioParserTests {
  /// Reads parts whole and byte by byte, and expects the same events.
  private func events(
    _ parts: [UInt8]...,
    options: ReaderOptions = ReaderOptions()
  ) throws -> [TimedMetadataEvent] {
    func read(_ pieceSize: Int) throws -> [TimedMetadataEvent] {
      try allEvents(of: PackedAudioParser(options: options), parts, pieceSize: pieceSize)
    }
    let whole = try read(.max)
    #expect(try read(1) == whole)
    return whole
  }

  private let frame = SampleAudio.adts()
  private let tag = SampleAudio.tag("a")

  @Test(
    "a tag has the time of the frame after it",
    arguments: [
      (SampleAudio.adts(), 1024.0 / 48_000), (SampleAudio.mp3, 1152.0 / 48_000),
      (SampleAudio.ac3, 1536.0 / 48_000),
      (SampleAudio.eac3WithDependent, 1536.0 / 48_000),
    ] as [([UInt8], Double)]
  )
  func times(frame: [UInt8], seconds: Double) throws {
    let bytes = tag + frame + frame + tag + frame + tag + tag
    let found = try events(bytes)
    #expect(found.notes == [])
    #expect(found.tags.map(\.time) == [0, seconds * 2, seconds * 3, seconds * 3].map(rounded))
    #expect(found.tags.map(\.pts) == [nil, nil, nil, nil])
    let second = Int64(tag.count + 2 * frame.count)
    #expect(found.tags.map(\.offset).prefix(2) == [0, second])
    #expect(found.summary?.duration == rounded(seconds * 3))
    #expect(found.summary?.streams.map(\.tags) == [4])
    #expect(found.summary?.byteCount == Int64(bytes.count))
  }

  private func rounded(_ seconds: Double) -> Double { (seconds * 90_000).rounded() / 90_000 }

  @Test("a time stamp applies to the tags next to it, and frames advance it for later tags")
  func stamps() throws {
    let bytes = tag + SampleAudio.stamp(900_000) + tag + frame + frame + tag + frame
    let found = try events(bytes)
    #expect(found.tags.map(\.pts) == [900_000, 900_000, 900_000, 903_840])
    #expect(found.tags.map(\.time) == [0, 0, 0, 3840.0 / 90_000])
  }

  @Test(
    "a large change of the time stamp is a media clock step, and tags have the frames' codec"
  )
  func mediaClock() throws {
    let first = SampleAudio.stamp(900_000) + tag + frame
    let found = try events(first + SampleAudio.stamp(900_000 + 90_000 * 3600) + tag + frame)
    let steps = found.tags.compactMap(\.mediaClock)
    #expect(steps.map(\.origin) == [10, 10, 10, 10])
    #expect(steps.map { ($0.step / 10).rounded() * 10 } == [0, 0, 3600, 3600])
    #expect(
      found.tags.allSatisfy { if case .packedAudio(.aac, _) = $0.origin { true } else { false } }
    )
  }

  @Test(
    "a missing segment gives one note, with the time of the gap, before the tags that follow",
    arguments: [(6, 6.0), (600, nil), (nil, nil)] as [(UInt64?, Double?)]
  )
  func hole(missing: UInt64?, length: Double?) throws {
    let words = "number 2 is missing between 1.aac and 3.aac: its content was not read"
    let frames = SampleAudio.adts(count: 75)
    let first = SampleAudio.stamp(900_000) + tag + frames
    // Ticks of 75 frames of 1024 samples at 48 kHz: 1.6 s.
    let stamp = missing.map { SampleAudio.stamp(900_000 + 144_000 + $0 * 90_000) } ?? []
    let events = try allEvents(
      of: PackedAudioParser(options: ReaderOptions()),
      [first, stamp + tag + frames],
      holes: [1: words]
    )
    #expect(events.notes.map(\.id) == [.joinedHole])
    #expect(events.notes.first?.detail == words)
    #expect(events.notes.first?.time == 1.6)
    #expect(events.notes.first?.measured.map(rounded) == length)
    #expect(events.tags.last?.time.map(rounded) == rounded(1.6 + (length ?? 0)))
    let noteIndex = events.firstIndex { if case .note = $0 { true } else { false } }
    let lastTag = events.lastIndex { if case .tag = $0 { true } else { false } }
    #expect(noteIndex.map { note in lastTag.map { note < $0 } == true } == true)
  }

  @Test("the time stamp of each segment sets the clock, even across a wrap")
  func parts() throws {
    let start = UInt64(1 << 33) - 1920
    let found = try events(
      SampleAudio.stamp(start) + frame + frame,
      SampleAudio.stamp(1920) + frame + tag,
      SampleAudio.stamp(3840) + frame
    )
    #expect(found.notes == [])
    #expect(found.tags.map(\.pts) == [Int64(start), 1920, 3840, 3840])
    #expect(found.tags.map(\.time) == [0, 3840, 5760, 5760].map { Double($0) / 90_000 })
    let second = Int64(SampleAudio.stamp(0).count + 2 * frame.count)
    #expect(found.tags[1].offset == second)
  }

  @Test("an undeclared jump of the time stamps is reported, and time continues")
  func leaps() throws {
    let found = try events(
      SampleAudio.stamp(900_000) + frame,
      SampleAudio.stamp(900_000 + 3_600 * 90_000) + frame,
      SampleAudio.stamp(900_000) + frame
    )
    #expect(found.notes.map(\.id) == ["clock-pts-jump", "clock-pts-backward"])
    #expect(found.tags.map(\.time) == [0, 1920, 3840].map { Double($0) / 90_000 })
    #expect(found.tags.map(\.notes) == [[], ["clock-pts-jump"], ["clock-pts-backward"]])
  }

  @Test("among several segments, each segment without a time stamp is reported")
  func missingStamp() throws {
    let found = try events(frame + tag, SampleAudio.stamp(900_000) + frame, frame + tag)
    #expect(
      found.notes.map(\.id) == ["hls-packed-audio-timestamp", "hls-packed-audio-timestamp"]
    )
    #expect(found.tags.map(\.pts) == [nil, 900_000, 900_000 + 3840])
    #expect(found.tags.map(\.time) == [1920, 1920, 5760].map { Double($0) / 90_000 })
  }

  @Test("a short time stamp, and the high bits of a time stamp, are ignored and reported")
  func wrongStamps() throws {
    let short = SampleAudio.tag(TransportStreamTimestamp.owner, [0, 0, 0, 1])
    let found = try events(short + frame, SampleAudio.stamp(1 << 40 | 900_000) + frame)
    #expect(found.tags.map(\.pts) == [nil, 900_000])
    #expect(
      found.tags.map(\.notes) == [["hls-packed-audio-timestamp"], ["hls-packed-audio-timestamp"]]
    )
  }

  @Test("bytes that are not audio are reported, and do not change the times of later tags")
  func junk() throws {
    var junk = [UInt8](repeating: 0xFF, count: 300)
    junk += SampleAudio.mp3
    junk += Array("ID3".utf8)
    let parts: [[UInt8]] = [frame, frame, junk, frame, frame, frame, tag, frame]
    let found = try events(Array(parts.joined()))
    #expect(found.notes.map(\.id) == ["audio-sync"])
    #expect(found.notes.first?.offset == Int64(2 * frame.count))
    #expect(found.notes.first?.detail == "687 bytes are neither audio nor a tag")
    #expect(found.tags.map(\.time) == [5 * 1920.0 / 90_000])
  }

  @Test("a tag between bytes that are not audio is found")
  func tagInJunk() throws {
    let junk = [UInt8](repeating: 0x55, count: 300)
    let found = try events(frame + frame + junk + tag + junk + frame + frame + frame)
    #expect(found.tags.map(\.bytes) == [tag])
    #expect(found.notes.map(\.id) == ["audio-sync", "audio-sync"])
  }

  @Test("ID3v1 trailers and ID3v2 footers are not delivered as tags")
  func trailers() throws {
    let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let footer = Array("3DI".utf8) + [4, 0, 0x10, 0, 0, 0, 0]
    let footed = Array("ID3".utf8) + [4, 0, 0x10] + SampleAudio.synchsafe(0) + footer
    let found = try events(footed + frame + frame + footer + frame + trailer)
    #expect(found.notes == [])
    #expect(found.tags.map(\.bytes) == [footed])
    #expect(found.summary?.duration == 3 * 1920.0 / 90_000)
  }

  @Test("a tag of more than 1 MiB is skipped and reported")
  func largeTag() throws {
    let size = (1 << 20) + 5
    var large = Array("ID3".utf8) + [4, 0, 0] + SampleAudio.synchsafe(size)
    large += [UInt8](repeating: 0xFF, count: size)
    let events = try allEvents(
      of: PackedAudioParser(options: ReaderOptions()),
      [large + frame + frame + tag],
      pieceSize: 1000
    )
    let note = try #require(events.notes.first)
    let found = try #require(events.tags.first)
    #expect(note.id == "tag-truncated")
    #expect(note.offset == 0)
    #expect(found.bytes == tag)
    #expect(found.time == 3840.0 / 90_000)
  }

  @Test("a tag that declares an end after its segment takes no bytes of the next segment")
  func cutTag() throws {
    let nielsen = StreamBuilder.tag(0)
    let cut = Array(nielsen.dropLast())
    let found = try events(frame + cut, frame + frame + tag)
    #expect(found.notes.map(\.id).filter { $0 == "tag-truncated" }.count == 1)
    #expect(found.tags.map(\.bytes) == [cut, tag])
    #expect(found.tags.first?.notes.contains("tag-truncated") == true)
    #expect(found.tags.first?.nielsen != nil)
  }

  @Test(
    "a tag that the end of the input cuts off gives a note with its arrived and total byte counts"
  )
  func cutByInputEnd() throws {
    let found = try events(frame + frame + StreamBuilder.tag(0).prefix(150))
    #expect(found.tags.isEmpty)
    #expect(found.notes.map(\.id) == [.tagAtInputEnd])
    #expect(
      found.notes.map(\.detail) == ["150 of 271 bytes of a tag arrived before the end of the input"]
    )
  }

  @Test("the audio after a tag with a wrong size is read")
  func wrongSize() throws {
    var long = tag
    long[8] = 0x20
    let found = try events(frame + frame + long + frame + frame + frame + tag)
    #expect(found.notes.map(\.id) == ["tag-truncated"])
    #expect(found.tags.map(\.time) == [5 * 1920.0 / 90_000])
  }

  @Test("tags without audio are delivered, and have a time only with a time stamp")
  func bareTags() throws {
    let bare = try events(tag)
    #expect(bare.tags.map(\.bytes) == [tag])
    #expect(bare.tags.map(\.time) == [nil])
    #expect(bare.summary?.duration == nil)
    let stamped = try events(SampleAudio.stamp(900_000) + tag)
    #expect(stamped.tags.map(\.time) == [0, 0])
    #expect(stamped.tags.map(\.pts) == [900_000, 900_000])
  }

  @Test("a last frame that is cut is reported, and does not count for the time")
  func cutFrame() throws {
    let found = try events(frame + frame + frame.dropLast(3))
    #expect(found.notes.map(\.detail) == ["the last frame has 61 of 64 bytes"])
    #expect(found.summary?.duration == 2 * 1920.0 / 90_000)
  }

  @Test("a time limit ends reading, and with a selected PID no tags are delivered")
  func selection() throws {
    let second = [[UInt8]](repeating: frame, count: 47).flatMap { $0 }
    let bytes = (0..<5).flatMap { _ in tag + second }
    func read(_ options: ReaderOptions) throws -> [TimedMetadataEvent] {
      try allEvents(of: TimedMetadataReader(MemorySource(bytes), options: options))
    }
    let limited = try read(ReaderOptions(limitSeconds: 2.5))
    #expect(limited.tags.count == 3)
    #expect(limited.summary?.duration == 2.5)
    #expect(try read(ReaderOptions(pid: 258)).tags.isEmpty)
  }

  @Test("the origin is the first time stamp, and the reached time is the end of the frames")
  func clock() throws {
    let bytes = SampleAudio.stamp(900_000) + frame + frame + frame
    let parser = PackedAudioParser(options: ReaderOptions())
    #expect(parser.origin(ofProgram: nil) == nil)
    #expect(parser.reachedTime == nil)
    _ = try allEvents(of: parser, [bytes])
    #expect(parser.origin(ofProgram: nil) == MediaOrigin(seconds: 10, wraps: true))
    #expect(parser.reachedTime == 5760.0 / 90_000)
  }

  @Test("events before a cancellation are delivered")
  func cancelled() async throws {
    try await Task {
      var reads = 0
      let source = MemorySource(tag + frame + frame + tag, pieceSize: tag.count + 64)
      // The kind is given, so that nothing is read before the first piece.
      let reader = try TimedMetadataReader(
        .packedAudio,
        start: tag,
        name: source.name,
        options: ReaderOptions(),
        chunks: ChunkReader(source)
      )
      reader.onProgress = { _, _ in
        reads += 1
        if reads == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      var tags = 0
      let error = #expect(throws: TimedMetadataError.self) {
        while let event = try reader.next() {
          if case .tag = event { tags += 1 }
        }
      }
      #expect(error?.code == .cancelled)
      #expect(tags == 2)
      #expect(try reader.next() == nil)
    }.value
  }

  @Test("a segment whose time stamp has a misspelled owner is reported with that owner")
  func nearlyStamped() throws {
    let owner = TransportStreamTimestamp.owner
    let near = SampleAudio.tag("\u{3}" + owner, [0, 0, 0, 0, 0, 1, 0, 0])
    let found = try events(near + frame, tag + frame, SampleAudio.stamp(900_000) + near + frame)
    #expect(
      found.notes.map(\.detail) == [
        #"no timestamp tag: the owner is "\u{3}\#(owner)", expected "\#(owner)""#,
        "no timestamp tag",
      ]
    )
  }
}
