import Foundation
import NielsenTag
import StreamMaker
import Testing

@Suite struct PresentationFaultTests {
  @Test(
    "every fault of transport streams changes the segments of a presentation",
    arguments: Fault.allCases.filter { $0.form == .stream }.map(\.id)
  )
  func transportStreams(id: String) throws {
    let fault = try #require(Fault(id))
    let minutes = fault.minimumSeconds / 60
    let clean = try presentMedia(minutes: minutes)
    let faulty = try presentMedia(minutes: minutes, fault: id)
    let isSame = try clean.segments("video-1") == faulty.segments("video-1")
    #expect(!isSame)
  }

  @Test("a fault of tags shows in every rendition and segment format")
  func tagFault() throws {
    for format in [PresentationOptions.SegmentFormat.transportStream, .cmaf] {
      let store = try presentMedia(minutes: 1, fault: "tag-breakout") { $0.format = format }
      for rendition in ["video-1", "audio"] {
        let tags = try store.segments(rendition).flatMap { segment in
          switch (format, rendition) {
          case (.cmaf, _): WalkedFragment(segment).events.map(\.message)
          case (_, "audio"): WalkedPackedAudio(segment).tags.dropFirst().map(\.bytes)
          default: WalkedStream(segment).tags
          }
        }
        let breakouts = tags.map { NielsenPayload(bytes: Array($0[20..<269]))?.breakout }
        #expect(breakouts == ["00", "00", "00", "03", "00", "00", "00"])
      }
    }
  }

  @Test("ts-leading-id3: two tags with the time of the segment precede the packets of each segment")
  func leadingTags() throws {
    let store = try presentMedia(minutes: 0.7, fault: "ts-leading-id3")
    let segments = try store.segments("video-1").map { WalkedStream($0) }
    for (index, segment) in segments.enumerated() {
      let tags = WalkedPackedAudio(segment.leading)
      #expect(tags.tags.count == 2)
      #expect(tags.timestamp == 900_000 + 900_000 * Int64(index))
    }
    let texts = segments.map { String(decoding: $0.leading.suffix(20), as: UTF8.self) }
    #expect(texts[0] == "2023-11-14T22:13:20Z" && texts[4] == "2023-11-14T22:14:00Z")
  }

  @Test("a fault of transport streams is refused for other carriages of tags")
  func refused() {
    let changes: [(inout PresentationOptions) -> Void] = [
      { $0.format = .cmaf }, { $0.tagRenditions = .audioAlone },
    ]
    for change in changes {
      let error = #expect(throws: StreamMakerError.self) {
        try presentMedia(minutes: 1, fault: "pes-dts", change)
      }
      #expect(error?.code == .fault)
      #expect(error?.description.hasPrefix("pes-dts is a fault of transport streams") == true)
    }
  }

  @Test(
    "a fault of event messages of version 1 is refused for other carriages of tags",
    arguments: ["emsg-version", "mpd-inband-value"],
    [PresentationOptions.TagCarriage.messagesVersion0, .manifestEvents]
  )
  func otherCarriages(fault: String, carriage: PresentationOptions.TagCarriage) {
    let error = #expect(throws: StreamMakerError.self) {
      try presentMedia(minutes: 1, fault: fault) { options in
        (options.format, options.writesManifest) = (.cmaf, true)
        options.tagCarriage = carriage
      }
    }
    #expect(error?.code == .fault)
    #expect(error?.description.contains("leave out --dash-tags") == true)
  }

  @Test("a fault that needs video is refused for media without video, and the error has a remedy")
  func soundAlone() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).aac")
    let sound = try #require(try presentMedia().segments("audio").first)
    try Data(sound).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for (fault, words, change) in [
      ("pes-dts", "but HLS uses packed audio", { _ in }),
      (
        "mpd-event-adaptation-set", "use a --media file with both",
        { ($0.format, $0.writesManifest) = (.cmaf, true) }
      ),
    ] as [(String, String, (inout PresentationOptions) -> Void)] {
      let error = #expect(throws: StreamMakerError.self, "\(fault)") {
        try presentMedia(minutes: 1, fault: fault) { options in
          options.stream.mediaPath = file.path
          change(&options)
        }
      }
      #expect(error?.code == .fault)
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }

  @Test("a presentation that is too short to show its fault is refused")
  func tooShort() {
    let error = #expect(throws: StreamMakerError.self) {
      try presentMedia(minutes: 0.5, fault: "cadence-gap")
    }
    #expect(error?.code == .fault)
  }
}
