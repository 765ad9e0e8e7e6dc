import Formats
import TransportStream

/// A media playlist (RFC 8216, 4.3.3).
struct WrittenPlaylist {
  /// The attributes of EXT-X-MAP.
  struct Map {
    /// The file, relative to the playlist.
    var uri: String
    /// The byte range in the file. Nil means the whole file.
    var byteRange: SegmentRange?
  }

  /// EXT-X-TARGETDURATION, in seconds.
  var targetDuration: Int
  /// Whether the playlist has EXT-X-TARGETDURATION. False only for a fault.
  var hasTargetDuration = true
  /// The media sequence number of the first segment.
  var mediaSequence = 0
  /// The number of discontinuities before the first segment.
  var discontinuitySequence = 0
  /// Whether the playlist has EXT-X-PLAYLIST-TYPE:VOD.
  var isOnDemand: Bool
  /// Whether the playlist has EXT-X-ENDLIST.
  var isComplete: Bool
  /// The initialization section of all segments. Nil if the segments need no initialization section.
  var map: Map?
  var interstitial: WrittenInterstitial?
  var segments: [WrittenSegment]
  /// PART-TARGET of EXT-X-PART-INF, in 90 kHz ticks. Nil if segments are not published in parts.
  var partTarget: Int64?
  /// The segment that is currently being published in parts, with the parts published so far.
  var unfinished: WrittenSegment?
  /// The file name of the next part, for a preload hint. Nil if segments are not published in parts.
  var nextPart: String?

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
    // EXT-X-MAP precedes any key, because the initialization section is not encrypted.
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

  /// A protocol version that allows the tags in the playlist (RFC 8216, 7).
  private var version: Int {
    // EXT-X-GAP needs version 8 (rfc8216bis, section 8). RFC 8216 ends with version 7.
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

  /// Converts 90 kHz ticks to seconds with six decimals.
  static func seconds(_ ticks: Int64) -> String {
    let microseconds = (ticks * 100 + 4) / 9
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
  }

  /// Rounds 90 kHz ticks to whole seconds. The target duration must be at least the rounded duration of each segment
  /// (RFC 8216, 4.3.3.1).
  static func rounded(_ ticks: Int64) -> Int {
    Int((ticks + Timestamp.ticksPerSecond / 2) / Timestamp.ticksPerSecond)
  }
}

struct WrittenSegment {
  /// The file, relative to the playlist.
  var uri: String
  /// The byte range in the file. Nil means the whole file.
  var byteRange: SegmentRange?
  var byteCount: Int
  /// The start on the media clock, in 90 kHz ticks.
  var start: Int64 = 0
  /// The duration, in 90 kHz ticks.
  var duration: Int64
  /// The time of day at the start of the segment, in Unix milliseconds.
  var wallClock: Int64
  /// Whether the time stamps do not continue from the previous segment.
  var isDiscontinuous: Bool
  /// Whether EXT-X-GAP marks the segment as missing.
  var isGap = false
  var key: SegmentKey?
  var parts: [WrittenPart] = []
}

struct SegmentRange {
  var length: Int
  var offset: Int

  /// `length@offset`, as in EXT-X-BYTERANGE (RFC 8216, 4.3.2.2).
  var text: String { "\(length)@\(offset)" }
}

/// An interstitial in playlists (rfc8216bis, appendix D).
struct WrittenInterstitial {
  /// The URI of the asset's playlist, relative to the playlists of renditions.
  var uri: String
  /// The start of the interstitial, in Unix milliseconds.
  var start: Int64
  /// The duration of the asset, in 90 kHz ticks.
  var duration: Int64
  /// X-RESUME-OFFSET in seconds. Nil omits the attribute.
  var resumeOffset: Int?

  var line: String {
    var attributes = [
      "ID=\"ad-1\"", "CLASS=\"com.apple.hls.interstitial\"",
      "START-DATE=\"\(WallClock.text(milliseconds: start))\"",
      "DURATION=\(WrittenPlaylist.seconds(duration))",
    ]
    if let resumeOffset { attributes.append("X-RESUME-OFFSET=\(resumeOffset)") }
    attributes.append("X-ASSET-URI=\"\(uri)\"")
    return "#EXT-X-DATERANGE:" + attributes.joined(separator: ",")
  }
}

/// Makes an interstitial whose asset is the beginning of the presentation, without tags.
final class MadeInterstitial {
  static let folder = "ad"
  /// The minimum duration of the asset, in 90 kHz ticks: the time in which two tags are due.
  private static let minimumDuration = 20 * Timestamp.ticksPerSecond

  private let changes: PresentationChanges.Interstitial
  private let asset: MadeRendition
  private let options: PresentationOptions
  private let store: any PresentationStore
  private var duration: Int64 = 0
  private var written: WrittenInterstitial?

  init(
    _ changes: PresentationChanges.Interstitial,
    asset: MadeRendition,
    options: PresentationOptions,
    store: any PresentationStore
  ) {
    self.changes = changes
    self.asset = asset
    self.options = options
    self.store = store
  }

  /// Adds the next segment of the presentation to the asset until the asset is long enough, and then stores the asset's
  /// playlist.
  func take(_ content: SegmentContent) throws {
    guard written == nil else { return }
    try asset.take(content)
    duration += content.end - content.start
    guard duration >= Self.minimumDuration else { return }
    try asset.finish()
    let playlist = asset.playlist(
      targetDuration: max(WrittenPlaylist.rounded(asset.longestSegment), 1),
      isOnDemand: true,
      isComplete: true
    )
    try store.write(Array(playlist.text.utf8), to: asset.playlistName)
    let start = Double(options.stream.start) + PresentationChanges.struckSecond
    written = WrittenInterstitial(
      uri: "../" + asset.playlistName,
      start: Int64(start * 1000),
      duration: duration,
      resumeOffset: changes.resumeOffset
    )
  }

  /// The interstitial for playlists. Nil until the asset is stored.
  var listed: WrittenInterstitial? { written }
}
