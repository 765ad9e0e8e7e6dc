import Formats
import ID3
import TimedMetadata

struct TagStaleElementalTimestamp: Rule {
  static let id: RuleID = "tag-stale-elemental-timestamp"
  static let title = "Time stamps of an earlier encoder"
  static let text = """
    Time stamps of AWS Elemental encoders show the time of the content.

    AWS Elemental encoders write the time of day into a PRIV or TDRL frame. If that time is far from
    the clock of the presentation, another encoder probably wrote the tag, and this encoder passed
    it on from its input. Players that synchronize with the time stamp are off by the same amount.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.wallClock],
    thresholds: [limit],
    remedy:
      "Turn off the time stamps of the first encoder, or configure this encoder to drop the ID3 "
      + "tags of its input.",
    source: "AWS MediaLive, ID3 metadata passthrough"
  )

  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let wallClock = tag.tag.wallClock, wallClock.isFinite, let frames = tag.tag.tag?.frames,
      let time = Self.timestamp(in: frames), abs(time - wallClock) > limit
    else { return }
    log.add(Self.stale(time, at: wallClock), at: tag.place)
  }

  /// The prefix of the owners of AWS Elemental's PRIV frames.
  private static let owner = "com.elementaltechnologies.timestamp"
  /// The lower-case text that identifies the encoder in other frames.
  private static let encoder = "elemental technologies"
  private static let longestTime = 64

  /// Returns the time stamp in the frames of a tag, in Unix seconds; nil if no frame has a time stamp. A TDRL frame
  /// counts only if another frame names the encoder.
  static func timestamp(in frames: [ID3Frame]) -> Double? {
    for frame in frames {
      guard case .priv(let owner, let data) = frame.content, owner.hasPrefix(Self.owner) else {
        continue
      }
      let text = String(decoding: data.prefix(longestTime).prefix { $0 != 0 }, as: UTF8.self)
      if let time = DateTimeText.read(text) { return time.unixSeconds }
    }
    guard frames.contains(where: namesEncoder) else { return nil }
    for frame in frames where frame.id == "TDRL" {
      guard case .text(_, let values) = frame.content, let text = values.first else { continue }
      if let time = DateTimeText.read(text) { return time.unixSeconds }
    }
    return nil
  }

  private static func namesEncoder(_ frame: ID3Frame) -> Bool {
    let texts: [String] =
      switch frame.content {
      case .priv(let owner, _): [owner]
      case .text(_, let values): values
      case .userText(_, let description, let values): [description] + values
      case .comment(_, _, let description, let text): [description, text]
      default: []
      }
    return texts.contains { $0.lowercased().contains(encoder) }
  }
}

extension TagStaleElementalTimestamp {
  static func stale(_ time: Double, at wallClock: Double) -> String {
    "time stamp of AWS Elemental is \(UTCTime.text(time.rounded()) ?? "?"), but the "
      + "presentation is at \(UTCTime.text(wallClock.rounded()) ?? "?"): the tag "
      + "probably comes from an earlier encoder"
  }
}
