import Foundation
import NielsenTag
import StreamMaker
import Testing
import TransportStream

/// Streams with the audio and video of `SampleStreams/media.mp4`.
@Suite struct MediaTests {
  private static let samples = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../SampleStreams").standardizedFileURL
  private static let media = samples.appending(path: "media.mp4").path

  private func walk(minutes: Double? = 1.25, fault: String? = nil) throws -> WalkedStream {
    let fault = try fault.map { try #require(Fault($0)) }
    return WalkedStream(
      try make(
        StreamMakerOptions(mediaPath: Self.media, minutes: minutes, seed: 3, fault: fault)
      )
    )
  }

  private func steps(_ stamps: [Int64]) -> [Int64] {
    zip(stamps, stamps.dropFirst()).map { $1 - $0 }
  }

  @Test("one program declares audio, video and tags")
  func program() throws {
    let stream = try walk(minutes: 0.5)
    let map = try #require(stream.maps().first)
    #expect(stream.maps().allSatisfy { $0 == map })
    #expect(map.streams.map(\.type) == [.h264, .adtsAAC, .metadataInPES])
    #expect(map.streams.map(\.pid) == [0x100, 0x101, 0x102])
    #expect(map.descriptors.contains(.id3MetadataPointer(programNumber: 1)))
    #expect(map.streams.last?.descriptors == [.id3Metadata()])
    #expect(map.pcrPID == 0x100)
    #expect(stream.packets.contains { $0.pid == 0x100 && $0.pcr != nil })
    #expect(stream.sections.allSatisfy { $0.hasValidCRC })
    #expect(stream.continuityGaps.isEmpty)
    #expect(stream.junk.isEmpty)
  }

  @Test("a tag has the PTS of the preceding audio PES packet")
  func placement() throws {
    let stream = try walk()
    let audio = stream.pes(0x101)
    let tags = stream.pes()
    #expect(tags.count == 8)
    let start = try #require(audio.first?.pts)
    for tag in tags {
      let before = try #require(audio.last { $0.offset < tag.offset })
      #expect(tag.pts == before.pts)
      let payload = try #require(NielsenPayload(bytes: Array(tag.payload[20..<269])))
      let release = try #require(payload.lastTagTime) - 1_700_000_000
      let time = try #require(tag.pts) - start - 90_000 * release
      // One audio frame has 1024 samples at 8 kHz.
      #expect((0..<11_520).contains(time))
    }
  }

  @Test("no tag interrupts another PES packet")
  func wholeAudio() throws {
    let stream = try walk()
    let starts = stream.packets.indices.filter { index in
      stream.packets[index].pid == 0x102 && stream.packets[index].startsUnit
    }
    for start in starts {
      let next = try #require(stream.packets[start...].first { $0.pid != 0x102 })
      #expect(next.startsUnit)
    }
  }

  @Test("time stamps continue when media is repeated")
  func repeated() throws {
    let stream = try walk(minutes: 2.5)
    let audio = stream.pes(0x101).compactMap(\.pts)
    #expect(steps(audio).allSatisfy { (1...90_000).contains($0) })
    let video = stream.pes(0x100).map { $0.dts ?? $0.pts ?? 0 }
    #expect(steps(video).allSatisfy { (1...90_000).contains($0) })
    let last = try #require(audio.last) - (try #require(audio.first))
    #expect((149 * 90_000...151 * 90_000).contains(last))
  }

  @Test("without --minutes the stream is as long as its media")
  func mediaLength() throws {
    let audio = try walk(minutes: nil).pes(0x101).compactMap(\.pts)
    let last = try #require(audio.last) - (try #require(audio.first))
    #expect((59 * 90_000...61 * 90_000).contains(last))
  }

  @Test("audio frames have ADTS headers, and video frames have start codes")
  func elementaryStreams() throws {
    let stream = try walk(minutes: 0.2)
    // ADTS frames start with a sync word, and H.264 frames with a start code.
    #expect(stream.pes(0x101).allSatisfy { $0.payload.starts(with: [0xff, 0xf1]) })
    #expect(stream.pes(0x100).allSatisfy { $0.payload.starts(with: [0, 0, 0, 1]) })
    #expect(stream.pes(0x100).count >= 59)
  }

  @Test("the same options give the same bytes")
  func deterministic() throws {
    let options = StreamMakerOptions(mediaPath: Self.media, minutes: 1.1, seed: 5)
    let isSame = try make(options) == make(options)
    #expect(isSame)
  }

  @Test("clock-pts-jump: audio and video are shifted like tags, and nothing else changes")
  func clockStep() throws {
    let (clean, faulty) = (try walk(), try walk(fault: "clock-pts-jump"))
    let hour: Int64 = 3600 * 90_000
    for pid in [UInt16(0x100), 0x101, 0x102] {
      let (before, after) = (clean.pes(pid), faulty.pes(pid))
      #expect(before.map(\.payload) == after.map(\.payload))
      let shifts = zip(before, after).map { ($1.pts ?? 0) - ($0.pts ?? 0) }
      #expect(Set(shifts) == Set([0, hour]))
      #expect(shifts == shifts.sorted())
    }
    let clocks = zip(clean.packets, faulty.packets).compactMap { before, after in
      before.pcr.flatMap { pcr in after.pcr.map { $0 - pcr } }
    }
    #expect(Set(clocks) == Set([0, hour]))
    #expect(clean.packets.count == faulty.packets.count)
  }

  @Test(
    "clock-late-arrival and clock-audio-distance: tags move 1.8 s after and 17.2 s before their audio"
  )
  func distance() throws {
    let distances = { (stream: WalkedStream) throws -> [Double] in
      let audio = stream.pes(0x101)
      return try stream.pes().map { tag in
        let before = try #require(audio.last { $0.offset < tag.offset }?.pts)
        return Double(try #require(tag.pts) - before) / 90_000
      }
    }
    let late = try distances(walk(fault: "clock-late-arrival"))
    #expect(late.enumerated().allSatisfy { $1 == 0 || $0 == 3 })
    #expect(abs(late[3] + 1.8) < 0.3)
    let early = try distances(walk(fault: "clock-audio-distance"))
    #expect(early.dropFirst(3).allSatisfy { abs($0 - 17.2) < 0.3 })
  }

  @Test(
    "unusable media is reported with the reason",
    arguments: [
      ("no-such-file.mp4", StreamMakerError.Code.media, "no such file"),
      ("README.md", .media, "has no readable audio or video"), ("", .media, "is a directory"),
    ]
  )
  func unusable(name: String, code: StreamMakerError.Code, reason: String) throws {
    let path = name.isEmpty ? Self.samples.path : Self.samples.appending(path: name).path
    let error = #expect(throws: StreamMakerError.self) {
      try make(StreamMakerOptions(mediaPath: path))
    }
    #expect(error?.code == code)
    #expect(error?.description.hasPrefix("\(path): ") == true)
    #expect(error?.description.contains(reason) == true)
  }

  @Test("media without audio or video is refused")
  func withoutStreams() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "id3tap-\(UUID().uuidString).srt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "1\n00:00:01,000 --> 00:00:02,000\nwords\n".write(
      toFile: path,
      atomically: true,
      encoding: .utf8
    )
    let error = #expect(throws: StreamMakerError.self) {
      try make(StreamMakerOptions(mediaPath: path))
    }
    #expect(error?.code == .noStreams)
  }

  @Test("an error of the sink is thrown through libavformat")
  func sinkError() {
    struct Full: Error {}
    #expect(throws: Full.self) {
      try StreamMaker(StreamMakerOptions(mediaPath: Self.media, minutes: 1)).write { _ in
        throw Full()
      }
    }
  }

  @Test(
    "the committed sample streams have the tags that their 'make' commands write",
    arguments: [
      ("clean.ts", 6.5, 1, 188, nil), ("clean-192.ts", 1, 2, 192, nil),
      ("cadence-gap.ts", 1.5, 3, 188, "cadence-gap"),
      ("ffmpeg-stripped-header.ts", 1, 4, 188, "ffmpeg-stripped-header"),
    ] as [(String, Double, UInt64, Int, String?)]
  )
  func samples(name: String, minutes: Double, seed: UInt64, stride: Int, fault: String?) throws {
    let committed = Array(try Data(contentsOf: Self.samples.appending(path: name)))
    let made = try make(
      StreamMakerOptions(
        mediaPath: Self.media,
        minutes: minutes,
        seed: seed,
        packetFraming: try #require(PacketFraming(rawValue: stride)),
        fault: try fault.map { try #require(Fault($0)) }
      )
    )
    // Versions of libavformat may interleave audio and video differently, but the tags are equal.
    let tags = { (bytes: [UInt8]) in
      WalkedStream(stride == 192 ? Array(bytes.dropFirst(4)) : bytes, stride: stride).pes().map {
        [$0.pts ?? -1] + $0.payload.map(Int64.init)
      }
    }
    #expect(!tags(committed).isEmpty)
    #expect(tags(committed) == tags(made))
  }
}
