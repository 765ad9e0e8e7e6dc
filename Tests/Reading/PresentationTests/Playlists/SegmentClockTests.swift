import ReaderTestSupport
import Testing

@testable import Presentation

@Suite struct SegmentClockTests {
  @Test(
    "fractional EXTINF near the media duration is used, and whole seconds are not",
    arguments: [
      (2.16, 2.0, true, 2.0), (2.16, 2, false, 2.16), (3.5, 2, true, 3.5), (nil, 2, false, 2),
      (1.0, 2, true, 2), (0.9, 2, true, 0.9),
    ] as [(Double?, Double, Bool, Double)]
  )
  func end(media: Double?, playlist: Double, isExact: Bool, expected: Double) {
    let end = SegmentClock.end(byMedia: media, byPlaylist: playlist, isPlaylistExact: isExact)
    #expect(end == expected)
  }

  @Test("the sum of EXTINF is used until it differs from the media by more than 0.1 s")
  func start() {
    var clock = SegmentClock()
    #expect(clock.start(ofFrames: 9.98, byPlaylist: 10) == 10)
    #expect(clock.start(ofFrames: 11.98, byPlaylist: 12.09) == 12.09)
    #expect(rounded(clock.start(ofFrames: 13.98, byPlaylist: 14.11)) == 14)
    #expect(clock.start(ofFrames: nil, byPlaylist: 16) == 16)
  }
}
