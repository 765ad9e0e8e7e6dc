import Formats
import ID3
import NielsenTag
import TimedMetadata

/// An owner of ID3 tags that are not Nielsen's, and how many tags it has.
public struct TagOwner: Sendable, Hashable {
  /// The owner of the first PRIV or UFID frame, else the first frame: `TXXX: description`, `TDRL`.
  public var owner: String
  /// Its tags.
  public var tags: Int
  /// The software that writes such tags, and their purpose; nil where that is not known.
  public var writer: String?

  /// Makes an owner with this many tags.
  public init(owner: String, tags: Int) {
    self.owner = owner
    self.tags = tags
    writer = Self.writer(of: owner)
  }

  /// Names and owners of tags whose writers are known, as they start.
  private static let writers: [(prefix: String, words: String)] = [
    (
      "com.apple.streaming.transportStreamTimestamp",
      "time stamps of packed audio (HLS); harmless"
    ),
    ("com.apple.streaming.audioDescription", "codec setup of packed audio (HLS); harmless"),
    ("com.elementaltechnologies.timestamp", "AWS Elemental: time of day at the encoder"),
    ("TXXX: google_", "Google DAI: events of inserted ads"),
    ("YMID", "Yospace: which inserted ad is played"),
    ("YTYP", "Yospace: which inserted ad is played"),
    ("YSEQ", "Yospace: which inserted ad is played"),
    ("YDUR", "Yospace: which inserted ad is played"),
  ]

  /// Owners that are nearly met by mistake.
  private static let intended =
    writers.map(\.prefix).filter { $0.hasPrefix("com.") } + [NielsenPayload.ownerPrefix]

  /// The software that writes the tags of an owner, and their purpose, or the known owner that was probably meant;
  /// nil where neither is known.
  public static func writer(of owner: String) -> String? {
    // Apple's owners are whole names.
    let known = writers.first { writer in
      writer.prefix.hasPrefix("com.apple.")
        ? owner == writer.prefix : owner.hasPrefix(writer.prefix)
    }
    if let known { return known.words }
    // Control characters were replaced by their numbers.
    let text = owner.replacing(/\\u\{[0-9a-f]+\}/, with: "?")
    let meant = intended.first { NearestName.isNear(text, $0) }
    return meant.map { "unknown owner; probably meant: \($0)" }
  }
}

/// Counts tags by their owners.
struct OwnerTally: Sendable, Equatable {
  /// The tags of one owner.
  struct Count: Sendable, Equatable {
    var tags = 0
    /// Presentation seconds of the first and the last of them.
    var times: ClosedRange<Double>?
  }

  /// At most as many owners are distinguished.
  static let capacity = 30
  /// The owner under which Nielsen's tags are counted.
  static let nielsen = "Nielsen"
  /// The name for the tags of owners over the capacity.
  static let rest = "other owners"

  private(set) var counts: [String: Count] = [:]

  /// Counts a tag; what cannot be read has no owner.
  mutating func count(_ tag: CheckedTag) {
    guard
      let owner = tag.isNielsen ? Self.nielsen : tag.otherOwner ?? tag.tag.tag.map(Self.owner)
    else { return }
    let isReported = counts[owner] != nil || counts.count < Self.capacity
    var count = counts[isReported ? owner : Self.rest] ?? Count()
    count.tags += 1
    if let time = tag.tag.time, time.isFinite {
      let times = count.times ?? time...time
      count.times = min(times.lowerBound, time)...max(times.upperBound, time)
    }
    counts[isReported ? owner : Self.rest] = count
  }

  /// The owners but Nielsen, those with most tags first.
  var others: [TagOwner] {
    counts.filter { $0.key != Self.nielsen }
      .map { TagOwner(owner: $0.key, tags: $0.value.tags) }
      .sorted { ($1.tags, $0.owner) < ($0.tags, $1.owner) }
  }

  /// The name that a tag of another owner is counted under.
  static func owner(of tag: ID3Tag) -> String {
    let owners = tag.frames.lazy.compactMap { frame -> String? in
      switch frame.content {
      case .priv(let owner, _), .uniqueFileIdentifier(let owner, _): owner
      default: nil
      }
    }
    let name = owners.first ?? tag.frames.first.map(Self.name) ?? ""
    return name.isEmpty ? "(no owner)" : String(PrintableText.escaping(name).prefix(120))
  }

  /// Events of Google DAI have their name in the value, and no description.
  private static func name(of frame: ID3Frame) -> String {
    guard case .userText(_, let description, let values) = frame.content else { return frame.id }
    let google = "google_"
    if description.isEmpty, values.first?.hasPrefix(google) == true {
      return "\(frame.id): \(google)…"
    }
    return description.isEmpty ? frame.id : "\(frame.id): \(description)"
  }
}
