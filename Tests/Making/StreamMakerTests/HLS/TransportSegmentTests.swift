import NielsenTag
import StreamMaker
import Testing
import TransportStream

@Suite struct TransportSegmentTests {
  @Test("every segment starts with a key frame and with tables that declare the tags")
  func starts() throws {
    let store = try presentMedia(minutes: 1)
    for rendition in ["video-1", "video-2"] {
      for segment in try store.segments(rendition) {
        let stream = WalkedStream(segment)
        #expect(stream.packets.first?.pid == 0)
        #expect(
          stream.packets.dropFirst().first?.pid == stream.associations.first?.programs.first?.pid
        )
        let map = try #require(stream.maps().first)
        #expect(map.streams.map(\.type) == [.h264, .metadataInPES])
        #expect(map.streams.last?.descriptors == [.id3Metadata()])
        #expect(map.descriptors.contains(.id3MetadataPointer(programNumber: 1)))
        #expect(stream.sections.allSatisfy { $0.hasValidCRC })
        let first = try #require(stream.packets(0x100).first)
        #expect(first.startsUnit && first.bytes[5] & 0x40 != 0, "random access indicator")
        #expect(stream.junk.isEmpty && stream.leading.isEmpty)
        #expect(stream.packets(0x11).isEmpty)
      }
    }
  }

  @Test("continuity counters continue from segment to segment")
  func continuity() throws {
    let store = try presentMedia(minutes: 1)
    let whole = WalkedStream(Array(try store.segments("video-1").joined()))
    #expect(whole.continuityGaps.isEmpty)
  }

  @Test("every rendition has the same tags, each in the segment that contains its PTS")
  func tags() throws {
    let store = try presentMedia(minutes: 1)
    let expected = try SyntheticTags(seed: 3).prefix(7).map { try $0.content.tag() }
    let segments = try store.segments("video-1").map { WalkedStream($0) }
    #expect(segments.flatMap(\.tags) == expected)
    for (index, segment) in segments.enumerated() {
      let start = 900_000 + Int64(index) * 900_000
      for pes in segment.pes() {
        #expect((start..<start + 900_000).contains(try #require(pes.pts)))
        #expect(pes.streamID == 0xbd && pes.isAligned && pes.length == 279)
      }
    }
    let other = try store.segments("video-2").map { WalkedStream($0).pes().map(\.pts) }
    #expect(other == segments.map { $0.pes().map(\.pts) })
    let audio = try store.segments("audio").map { WalkedPackedAudio($0) }
    #expect(audio.flatMap { $0.tags.dropFirst() }.map(\.bytes) == expected)
    // The frame after a tag has the PTS of the tag.
    for (audio, video) in zip(audio, segments) {
      let times = try audio.tags.dropFirst().map {
        try #require(audio.timestamp) + 11_520 * Int64($0.frames)
      }
      #expect(times == video.pes().compactMap(\.pts))
    }
  }

  @Test("a tag arrives before the clock reaches its PTS")
  func arrival() throws {
    let store = try presentMedia(minutes: 1)
    for segment in try store.segments("video-1") {
      let stream = WalkedStream(segment)
      for pes in stream.pes() {
        let clock = stream.packets.last { $0.offset < pes.offset && $0.pcr != nil }?.pcr
        let distance = try #require(pes.pts) - (try #require(clock))
        #expect((0...2 * 90_000).contains(distance))
      }
    }
  }

  @Test("the second variant is padded with null packets")
  func stuffing() throws {
    let store = try presentMedia()
    for (first, second) in zip(try store.segments("video-1"), try store.segments("video-2")) {
      let packets = WalkedStream(second).packets.filter { $0.pid != 0x1fff }
      #expect(packets.map(\.bytes) == WalkedStream(first).packets.map(\.bytes))
      #expect(second.count / 188 == first.count / 188 * 11 / 10)
    }
  }

  @Test("with tags only in the audio, variants neither declare nor carry tags")
  func audioAlone() throws {
    let store = try presentMedia { $0.tagRenditions = .audioAlone }
    for segment in try store.segments("video-1") {
      let stream = WalkedStream(segment)
      #expect(stream.maps().allSatisfy { $0.streams.map(\.type) == [.h264] })
      #expect(stream.maps().allSatisfy { $0.descriptors.isEmpty })
      #expect(stream.packets(0x102).isEmpty)
    }
    let tags = try store.segments("audio").flatMap { WalkedPackedAudio($0).tags.dropFirst() }
    #expect(tags.count == 4)
  }

  @Test("packed audio starts with a time stamp, and has tags between whole frames")
  func packedAudio() throws {
    let store = try presentMedia()
    let segments = try store.segments("audio").map { WalkedPackedAudio($0) }
    #expect(segments.map(\.strayCount) == [0, 0, 0])
    // LC, 8000 Hz, mono.
    let isPlain = { (header: [UInt8]) in header[2] == 0x6c && header[3] & 0xc0 == 0x40 }
    #expect(segments.allSatisfy { $0.frameHeaders.allSatisfy(isPlain) })
    // The first frame is encoder priming.
    #expect(segments.map(\.timestamp) == [888_480, 1_810_080, 2_708_640])
    #expect(segments.map(\.frameHeaders.count) == [80, 78, 78])
  }

  @Test("time stamps restart in the middle, where the playlist has a discontinuity")
  func discontinuity() throws {
    let store = try presentMedia(minutes: 1) { $0.hasDiscontinuity = true }
    for rendition in ["video-1", "video-2", "audio"] {
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      #expect(
        playlist.segments.map(\.isDiscontinuous) == [false, false, false, true, false, false]
      )
    }
    let video = try store.segments("video-1").map { WalkedStream($0) }
    #expect(
      video.map { $0.pes(0x100).compactMap(\.pts).min() }
        == [10, 20, 30, 10, 20, 30].map { $0 * 90_000 }
    )
    let marked = video.map { $0.packets.filter { $0.pcr != nil && $0.bytes[5] & 0x80 != 0 }.count }
    #expect(marked == [0, 0, 0, 1, 0, 0])
    let plain = try presentMedia(minutes: 1).segments("video-1").map { WalkedStream($0) }
    #expect(video.flatMap(\.tags) == plain.flatMap(\.tags))
    let shift = 30 * 90_000 as Int64
    #expect(video[3].pes().map(\.pts) == plain[3].pes().map { $0.pts.map { $0 - shift } })
    let audio = { (store: MemoryStore) in
      try store.segments("audio").map { WalkedPackedAudio($0).timestamp }
    }
    let plainAudio = try audio(presentMedia(minutes: 1))
    #expect(try audio(store)[3] == plainAudio[3].map { $0 - shift })
  }
}
