/// The range of the starts of the audio and video frames in a part of the input, in 90 kHz ticks.
struct FramesSeen: Sendable, Hashable {
  /// The first and the last start of all frames.
  private(set) var all: ClosedRange<Int64>?
  /// The first and the last start of video frames.
  private(set) var video: ClosedRange<Int64>?

  mutating func add(_ time: Int64, isVideo: Bool) {
    all = Self.joining(all, time)
    if isVideo { video = Self.joining(video, time) }
  }

  private static func joining(_ range: ClosedRange<Int64>?, _ time: Int64) -> ClosedRange<Int64> {
    range.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
  }
}
