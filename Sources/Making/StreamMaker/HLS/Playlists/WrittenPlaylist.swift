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

/// A segment as its playlist lists it.
struct WrittenSegment {
  /// The name of the file, beside the playlist.
  var uri: String
  /// Which of the file's bytes it is; nil means all.
  var byteRange: SegmentRange?
  /// The number of its bytes.
  var byteCount: Int
  /// When it starts on the clock of the media, in ticks of 90 kHz.
  var start: Int64 = 0
  /// How long it is, in ticks of 90 kHz.
  var duration: Int64
  /// When it starts, in milliseconds since 1970.
  var wallClock: Int64
  /// Whether its time stamps do not continue those of the segment before.
  var isDiscontinuous: Bool
  /// Whether the playlist says that it is not there.
  var isGap = false
  /// The key that encrypts it; nil when it is not encrypted.
  var key: SegmentKey?
  /// The parts that it was published in, while they are listed.
  var parts: [WrittenPart] = []
}

/// A range of the bytes of a file.
struct SegmentRange {
  /// The number of bytes.
  var length: Int
  /// Where they start.
  var offset: Int

  /// `length@offset`, as EXT-X-BYTERANGE has it (RFC 8216, 4.3.2.2).
  var text: String { "\(length)@\(offset)" }
}

/// An interstitial as playlists list it (rfc8216bis, appendix D).
struct WrittenInterstitial {
  /// The playlist of its asset, as the playlists of renditions name it.
  var uri: String
  /// When it starts, in milliseconds since 1970.
  var start: Int64
  /// How long the asset is, in ticks of 90 kHz.
  var duration: Int64
  /// X-RESUME-OFFSET in seconds; nil leaves it out.
  var resumeOffset: Int?

  /// Its EXT-X-DATERANGE.
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

/// An interstitial in the making. Its asset is the beginning of the presentation, without tags.
final class MadeInterstitial {
  /// The folder of the asset.
  static let folder = "ad"
  /// How long the asset is at least, in ticks of 90 kHz: two tags come in that time.
  private static let minimumDuration = 20 * Timestamp.ticksPerSecond

  private let changes: PresentationChanges.Interstitial
  private let asset: MadeRendition
  private let options: PresentationOptions
  private let store: any PresentationStore
  private var duration: Int64 = 0
  private var written: WrittenInterstitial?

  /// An interstitial.
  ///
  /// - Parameters:
  ///   - changes: The interstitial of the fault, with the part of the content that it replaces.
  ///   - asset: Makes the segments of the asset.
  ///   - options: The presentation.
  ///   - store: Takes the playlist of the asset.
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

  /// Takes the next segment of the presentation. Once the asset is long enough, it is stored.
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

  /// The interstitial in playlists; nil before the asset exists.
  var listed: WrittenInterstitial? { written }
}
