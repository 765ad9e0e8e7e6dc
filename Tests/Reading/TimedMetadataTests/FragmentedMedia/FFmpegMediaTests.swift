import Foundation
import ISOMedia
import ReaderTestSupport
import TestSupport
import Testing

@testable import TimedMetadata

private typealias ISO = ISOMediaBuilder

/// Streams written by ffmpeg, with messages inserted before their fragments.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
struct FFmpegMediaTests {
  /// The top-level boxes of well-formed bytes.
  private func boxes(_ bytes: [UInt8]) throws -> [(type: BoxType, bytes: ArraySlice<UInt8>)] {
    var boxes: [(BoxType, ArraySlice<UInt8>)] = []
    var rest = bytes[...]
    while let header = try BoxHeader(rest) {
      let size = try #require(header.payloadSize.map { header.byteCount + Int($0) })
      boxes.append((header.type, rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  /// Writes twelve seconds of video and audio with a key frame every two seconds to a temporary folder, and returns the
  /// result of `read`.
  private func make<Result>(
    _ arguments: [String],
    read: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments =
      [
        "60", "/usr/bin/ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=12",
        "-f", "lavfi", "-i", "sine=d=12", "-c:v", "mpeg4", "-g", "50", "-c:a", "aac",
      ] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try read(folder)
  }

  private func bytes(_ file: URL) throws -> [UInt8] { try [UInt8](Data(contentsOf: file)) }

  @Test(
    "messages in fragmented MP4 from ffmpeg have times on the presentation timeline",
    arguments: [
      "frag_keyframe+empty_moov+default_base_moof", "cmaf+frag_keyframe",
      "frag_keyframe+delay_moov+separate_moof", "frag_keyframe+delay_moov+dash+global_sidx",
    ]
  )
  func fragments(flags: String) throws {
    let file = try make(["-bf", "2", "-movflags", flags, "a.mp4"]) {
      try bytes($0.appendingPathComponent("a.mp4"))
    }
    var stream: [UInt8] = []
    var times: [Double] = []
    for box in try boxes(file) {
      if box.type == .movieFragment {
        let number = times.count
        times.append(Double(number) + 0.25)
        let ticks = number * 1000 + 250
        stream += ISO.message(StreamBuilder.tag(number), at: ticks, timescale: 1000, id: number)
      }
      stream += box.bytes
    }
    let events = try allEvents(of: TimedMetadataReader(MemorySource(stream)))
    #expect(times.count >= 6)
    #expect(events.tags.count == times.count)
    for (tag, time) in zip(events.tags, times) {
      #expect(abs((tag.time ?? -1) - time) < 1e-9)
      #expect(tag.notes.isEmpty)
    }
    #expect(events.notes.isEmpty)
    let duration = try #require(events.summary?.duration)
    #expect((11.9...12.3).contains(duration))
  }

  @Test(
    "a version 0 message's time counts from its DASH segment, also if the segment is read alone"
  )
  func dash() throws {
    let (initialization, segments) = try make(["-f", "dash", "-seg_duration", "2", "a.mpd"]) {
      folder in
      let files = (1...6).map { folder.appendingPathComponent("chunk-stream0-0000\($0).m4s") }
      return (
        try bytes(folder.appendingPathComponent("init-stream0.m4s")), try files.map(bytes)
      )
    }
    // A message of version 0 is inserted before each fragment.
    let marked = try segments.enumerated().map { number, segment in
      try boxes(segment).flatMap { box in
        let message = ISO.message(
          StreamBuilder.tag(number),
          after: 45_000,
          id: number
        )
        return (box.type == .movieFragment ? message : []) + box.bytes
      }
    }
    let events = try allEvents(
      of: ISOMediaParser(options: ReaderOptions()),
      marked,
      initializations: [0: InitializationSection(bytes: initialization)]
    )
    #expect(events.tags.map(\.time) == [0.5, 2.5, 4.5, 6.5, 8.5, 10.5])
    let ticks: [Int64?] = [45_000, 225_000, 405_000, 585_000, 765_000, 945_000]
    #expect(events.tags.map(\.pts) == ticks)
    #expect(events.tags.allSatisfy { $0.notes.isEmpty })
    #expect(events.notes.isEmpty)
    for segment in marked {
      let alone = try allEvents(of: TimedMetadataReader(MemorySource(segment)))
      #expect(alone.tags.map(\.time) == [0.5])
      #expect(alone.tags.map(\.notes) == [[]])
    }
  }
}
