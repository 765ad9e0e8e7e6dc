import NielsenTag
import StreamMaker
import Testing

@Suite struct FragmentTests {
  private func present(_ change: (inout PresentationOptions) -> Void = { _ in }) throws
    -> MemoryStore
  {
    try presentMedia(minutes: 1) {
      $0.format = .cmaf
      change(&$0)
    }
  }

  @Test("every rendition has an initialization section with one track")
  func initialization() throws {
    let store = try present()
    for rendition in ["video-1", "video-2", "audio"] {
      let bytes = try #require(store.files["\(rendition)/init.mp4"])
      #expect(WalkedFragment(bytes).types == ["ftyp", "moov"])
      #expect(WalkedFragment(bytes).brands == ["cmfc", "iso6"])
      let movie = try #require(WalkedFragment.content(["moov"], of: bytes))
      #expect(WalkedFragment.boxes(movie).filter { $0.0 == "trak" }.count == 1)
      #expect(WalkedFragment.content(["moov", "trak", "edts"], of: bytes) == nil)
      let playlist = try store.playlist("\(rendition)/index.m3u8")
      #expect(playlist.value("#EXT-X-MAP") == "URI=\"init.mp4\"")
      #expect(playlist.value("#EXT-X-VERSION") == "6")
    }
  }

  @Test("a segment has a type box, event messages, a fragment and, in the second variant, padding")
  func boxes() throws {
    let store = try present()
    for (rendition, free) in [("video-1", []), ("video-2", ["free"]), ("audio", [])] {
      for segment in try store.segments(rendition).map({ WalkedFragment($0) }) {
        let events = segment.events.map { _ in "emsg" }
        #expect(segment.types == ["styp"] + events + ["moof", "mdat"] + free)
        #expect(segment.brands == ["cmfs", "msdh", "aid3"])
        #expect(segment.sampleBytes == segment.dataBytes)
      }
    }
  }

  @Test("consecutive fragments are contiguous and have the PTS of the media")
  func times() throws {
    let store = try present()
    for (rendition, timescale, first) in [("video-1", 18_000, 10.0), ("audio", 8000, 9.872)] {
      let bytes = try #require(store.files["\(rendition)/init.mp4"])
      let header = try #require(
        WalkedFragment.content(["moov", "trak", "mdia", "mdhd"], of: bytes)
      )
      let scale = WalkedFragment.number(header.dropFirst(12).prefix(4))
      #expect(scale % timescale == 0 || scale == timescale)
      let segments = try store.segments(rendition).map { WalkedFragment($0) }
      let start = try #require(segments.first?.presentationTimes.min())
      #expect(Double(start) / Double(scale) == first)
      for (segment, next) in zip(segments, segments.dropFirst()) {
        #expect(segment.end == next.decodeTime)
      }
      // Each frame of the minute has a different time.
      let times = segments.flatMap(\.presentationTimes)
      #expect(Set(times).count == times.count)
      #expect(times.count == (rendition == "audio" ? 470 : 300))
    }
  }

  @Test("tags are event messages of AOM's scheme, equal in all renditions and inside their segment")
  func events() throws {
    let store = try present()
    let expected = try SyntheticTags(seed: 3).prefix(7).map { try $0.content.tag() }
    let transport = try presentMedia(minutes: 1).segments("video-1").flatMap {
      WalkedStream($0).pes().compactMap(\.pts)
    }
    for rendition in ["video-1", "video-2", "audio"] {
      let segments = try store.segments(rendition).map { WalkedFragment($0) }
      let events = segments.flatMap(\.events)
      #expect(events.map(\.message) == expected)
      let timescale = rendition == "audio" ? 8000 : 90_000
      #expect(events.map { Int64($0.time * 90_000 / timescale) } == transport)
      #expect(events.map(\.id) == [1, 2, 3, 4, 5, 6, 7])
      for event in events {
        #expect(event.version == 1)
        #expect(event.timescale == timescale)
        #expect(event.duration == 0xffff_ffff)
        #expect(event.scheme == "https://aomedia.org/emsg/ID3")
        #expect(event.value == "")
      }
      for (index, segment) in segments.enumerated() {
        let start = (1 + index) * 10 * timescale
        #expect(segment.events.allSatisfy { (start..<start + 10 * timescale).contains($0.time) })
      }
    }
  }

  @Test("with tags only in the audio, variants have neither event messages nor the ID3 brand")
  func audioAlone() throws {
    let store = try present { $0.tagRenditions = .audioAlone }
    let video = try store.segments("video-1").map { WalkedFragment($0) }
    #expect(video.allSatisfy { $0.events.isEmpty && $0.brands == ["cmfs", "msdh"] })
    #expect(try store.segments("audio").flatMap { WalkedFragment($0).events }.count == 7)
  }

  @Test("after a discontinuity the times of frames and event messages restart")
  func discontinuity() throws {
    let plain = try present().segments("audio").map { WalkedFragment($0) }
    let store = try present { $0.hasDiscontinuity = true }
    #expect(try store.playlist("audio/index.m3u8").segments[3].isDiscontinuous)
    let shifted = try store.segments("audio").map { WalkedFragment($0) }
    for (index, (plain, shifted)) in zip(plain, shifted).enumerated() {
      let shift = index < 3 ? 0 : 30
      #expect(shifted.decodeTime == plain.decodeTime - shift * 8000)
      #expect(shifted.events.map(\.time) == plain.events.map { $0.time - shift * 8000 })
    }
  }
}
