/// Where to start in a playlist.
extension MediaPlaylist {
  /// How far from the end playing starts where EXT-X-SERVER-CONTROL does not say (RFC 8216, section
  /// 6.3.3).
  private static let holdBackInTargetDurations = 3.0

  /// The index of the segment to start a live playlist at: the last one that starts no less than
  /// HOLD-BACK, or three target durations, from the end; the first when all are too near.
  public var liveStartIndex: Int {
    let holdBack =
      serverControl?.holdBack
      ?? Double(targetDuration ?? 0) * Self.holdBackInTargetDurations
    var distance = 0.0
    for (index, segment) in segments.enumerated().reversed() {
      distance += segment.duration
      if distance >= holdBack { return index }
    }
    return 0
  }

  /// The index of the first segment that ends after a moment, in Unix seconds; nil when there is
  /// none, or no EXT-X-PROGRAM-DATE-TIME.
  public func index(ofSegmentAt unixSeconds: Double) -> Int? {
    segments.firstIndex { segment in segment.endDate.map { $0 > unixSeconds } ?? false }
  }
}
