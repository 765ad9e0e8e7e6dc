import Formats
import TransportStream

/// A media playlist (RFC 8216, 4.3.3).
struct WrittenPlaylist {
  /// The file that EXT-X-MAP names.
  struct Map {
    /// The name of the file, beside the playlist.
    var uri: String
    /// Which of the file's bytes it is; nil means all.
    var byteRange: SegmentRange?
  }

  /// EXT-X-TARGETDURATION, in seconds.
  var targetDuration: Int
  /// Whether it says so, as it must.
  var hasTargetDuration = true
  /// The media sequence number of the first segment.
  var mediaSequence = 0
  /// The number of discontinuities before the first segment.
  var discontinuitySequence = 0
  /// Whether nothing will ever change.
  var isOnDemand: Bool
  /// Whether no segment will follow.
  var isComplete: Bool
  /// The initialization section before every segment.
  var map: Map?
  /// The interstitial that replaces the content.
  var interstitial: WrittenInterstitial?
  var segments: [WrittenSegment]
  /// EXT-X-PART-INF, in ticks of 90 kHz; nil without parts.
  var partTarget: Int64?
  /// The segment that is being published, with the parts of it that are there.
  var unfinished: WrittenSegment?
  /// The name of the part that comes next; nil when none does.
  var nextPart: String?

  /// The playlist as it is stored.
  var text: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:\(version)"]
    if hasTargetDuration { lines.append("#EXT-X-TARGETDURATION:\(targetDuration)") }
    lines.append("#EXT-X-MEDIA-SEQUENCE:\(mediaSequence)")
    if discontinuitySequence > 0 {
      lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuitySequence)")
    }
    if isOnDemand { lines.append("#EXT-X-PLAYLIST-TYPE:VOD") }
    if let partTarget {
      let holdBack = Self.seconds(partTarget * 3)
      lines.append("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(holdBack)")
      lines.append("#EXT-X-PART-INF:PART-TARGET=\(Self.seconds(partTarget))")
    }
    if let interstitial { lines.append(interstitial.line) }
    // Before any key: the file is in clear.
    if let map {
      let range = map.byteRange.map { ",BYTERANGE=\"\($0.text)\"" } ?? ""
      lines.append("#EXT-X-MAP:URI=\"\(map.uri)\"\(range)")
    }
    var key: SegmentKey?
    for segment in segments {
      if segment.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
      if let next = segment.key, next != key {
        lines.append(Self.line(next))
        key = next
      }
      lines.append("#EXT-X-PROGRAM-DATE-TIME:\(WallClock.text(milliseconds: segment.wallClock))")
      lines += segment.parts.map(Self.line)
      if segment.isGap { lines.append("#EXT-X-GAP") }
      lines.append("#EXTINF:\(Self.seconds(segment.duration)),")
      if let range = segment.byteRange { lines.append("#EXT-X-BYTERANGE:\(range.text)") }
      lines.append(segment.uri)
    }
    if isComplete { lines.append("#EXT-X-ENDLIST") }
    if let unfinished {
      if unfinished.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
      let date = WallClock.text(milliseconds: unfinished.wallClock)
      lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)")
      lines += unfinished.parts.map(Self.line)
    }
    if !isComplete, let nextPart {
      lines.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(nextPart)\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lowest version that has what the playlist uses (RFC 8216, 7).
  private var version: Int {
    // Second edition of RFC 8216, section 8.
    if segments.contains(where: \.isGap) { return 8 }
    if map != nil { return 6 }
    return segments.contains { $0.byteRange != nil } ? 4 : 3
  }

  private static func line(_ key: SegmentKey) -> String {
    let vector = key.vector.map { ",IV=0x" + Hexadecimal.text(of: $0) } ?? ""
    return "#EXT-X-KEY:METHOD=AES-128,URI=\"\(key.uri)\"\(vector)"
  }

  private static func line(_ part: WrittenPart) -> String {
    "#EXT-X-PART:DURATION=\(seconds(part.duration)),URI=\"\(part.uri)\""
  }

  /// Seconds with six decimals, of ticks of 90 kHz.
  static func seconds(_ ticks: Int64) -> String {
    let microseconds = (ticks * 100 + 4) / 9
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
  }

  /// A duration of ticks of 90 kHz in whole seconds, rounded: what a target duration must not be below
  /// (RFC 8216, 4.3.3.1).
  static func rounded(_ ticks: Int64) -> Int {
    Int((ticks + Timestamp.ticksPerSecond / 2) / Timestamp.ticksPerSecond)
  }
}
