import Foundation
import NielsenTag
import Presentation
import StreamMaker
import Testing
import TimedMetadata

/// Streams written by `make`, as a reader sees them.
@Suite struct MadeStreamTests {
  @Test(
    "a stream has packets of the requested size and contains the tags",
    arguments: [188, 192, 204]
  )
  func packetSize(size: Int) throws {
    let made = try MadeStream.shared("--minutes 0.5 --packet \(size)")
    let bytes = try #require(made.files[made.entry])
    #expect(!bytes.isEmpty && bytes.count.isMultiple(of: size))
    let reader = try TimedMetadataReader(MemorySource(bytes))
    var kinds: [NielsenPayload.Kind?] = []
    while let event = try reader.next() {
      if case .tag(let tag) = event { kinds.append(tag.nielsen?.kind) }
    }
    #expect(kinds == [.data, .info, .data, .data])
  }

  /// The properties of a tag that are equal in all forms of the same content.
  private struct FoundTag {
    var bytes: [UInt8]
    var time: Double
    /// The presentation time stamp in seconds.
    var stamp: Double
  }

  /// The distinct tags of a recipe's stream.
  private func tags(_ recipe: String) async throws -> [FoundTag] {
    let events = try MadeStream.shared(recipe).events()
    var tags: [FoundTag] = []
    while let event = try await events.next() {
      guard case .tag(let tag) = event, !tags.contains(where: { $0.bytes == tag.bytes }) else {
        continue
      }
      tags.append(
        FoundTag(
          bytes: tag.bytes,
          time: try #require(tag.time),
          stamp: Double(try #require(tag.pts)) / Double(tag.timescale ?? 90_000)
        )
      )
    }
    return tags
  }

  @Test(
    "an event track has the same tags and times as every other carriage",
    arguments: ["", "--hls --variants 1", "--hls --cmaf --variants 1"]
  )
  func eventTrack(form: String) async throws {
    let expected = try await tags("--minutes 2 \(form)").filter { $0.bytes.count > 200 }
    let found = try await tags("--minutes 2 --event-track")
    #expect(found.map(\.bytes) == expected.map(\.bytes))
    for (tag, other) in zip(found, expected) {
      #expect(abs(tag.stamp - other.stamp) <= 0.001, "\(tag.stamp) \(other.stamp)")
      // Times in a transport stream count from its first frame, which is video, but the audio begins earlier.
      guard !form.isEmpty else { continue }
      #expect(abs(tag.time - other.time) <= 0.001, "\(tag.time) \(other.time)")
    }
    #expect(found.count >= 12)
  }

  @Test("the same recipe makes the same files, and another seed makes different files")
  func seeds() throws {
    for recipe in ["--minutes 0.5", "--minutes 0.5 --hls --with encrypt"] {
      let made = try MadeStream.shared(recipe).files
      #expect(try MadeStream(Recipe(recipe)).files == made)
      #expect(try MadeStream(Recipe("\(recipe) --seed 2")).files != made)
    }
  }

  @Test(
    "unreadable media is refused with a reason",
    arguments: [
      ("http://a/b.mp4", "only files can be given: "), ("-", "only files can be given: "),
      ("concat:a.ts", "only files can be given: "), ("none.mp4", "no such file: "),
      ("/etc/passwd", "has no readable audio or video: "),
    ]
  )
  func unreadableMedia(media: String, words: String) throws {
    let error = #expect(throws: StreamMakerError.self) {
      try StreamMaker(StreamMakerOptions(mediaPath: media, minutes: 1)).write { _ in }
    }
    #expect(error?.code == .media)
    #expect(
      error?.description.hasPrefix("\(media): \(words)") == true,
      "\(String(describing: error))"
    )
  }

  @Test("media that is a link to itself is refused")
  func link() throws {
    let link = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-\(UUID().uuidString)").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let error = #expect(throws: StreamMakerError.self) {
      try StreamMaker(StreamMakerOptions(mediaPath: link, minutes: 1)).write { _ in }
    }
    #expect(error?.description.hasPrefix("\(link): is a link that points to itself: ") == true)
  }

  @Test(
    "impossible options of 'make' are refused, and the error names the option to correct",
    arguments: [
      ("--hls --minutes 1 --variants 0", "give 1 to 16 with --variants"),
      ("--hls --minutes 0.1 --fault cadence-gap", "give a greater length with --minutes"),
      ("--minutes 0.1 --fault cadence-gap", "give a greater length with --minutes"),
      ("--minutes 7 --fault hls-segment-missing", "give a folder with --hls"),
      ("--minutes 7 --hls --fault emsg-version", "add --cmaf"),
      ("--minutes 7 --hls --cmaf --fault ts-sync", "leave out --cmaf"),
      ("--minutes 7 --event-track --fault ts-sync", "leave --event-track out"),
      ("--minutes 7 --event-track --fault emsg-version", "leave --event-track out"),
      ("--minutes 7 --fault event-track-empty", "give a file with --event-track"),
      ("--minutes 7 --hls --fault event-track-empty", "give a file with --event-track"),
    ]
  )
  func refused(recipe: String, words: String) throws {
    let error = #expect(throws: StreamMakerError.self) { try MadeStream(Recipe(recipe)) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }
}
