import Formats
import ID3
import NielsenTag
import TimedMetadata

/// An owner of non-Nielsen ID3 tags, and the number of its tags.
public struct TagOwner: Sendable, Hashable {
  /// The owner in the first PRIV or UFID frame, or the name of the first frame, such as `TDRL` or `TXXX: description`.
  /// `(no owner)` if that is empty, or if there is no frame; `other owners` for all owners beyond the limit.
  public var owner: String
  /// The number of tags of the owner.
  public var tags: Int
  /// What the tags contain and, for third-party tags, who writes them. For a misspelled owner, the owner that was
  /// probably meant. Nil if unknown.
  public var writer: String?

  /// Creates an owner with a number of tags.
  public init(owner: String, tags: Int) {
    self.owner = owner
    self.tags = tags
    writer = Self.writer(of: owner)
  }

  /// Prefixes of known owners and frame names. `words` says what the tags contain and, for third-party tags, who writes
  /// them.
  private static let writers: [(prefix: String, words: String)] = [
    (
      "com.apple.streaming.transportStreamTimestamp",
      "time stamps of packed audio (HLS); harmless"
    ),
    ("com.apple.streaming.audioDescription", "codec setup of packed audio (HLS); harmless"),
    ("com.elementaltechnologies.timestamp", "AWS Elemental: time of day at the encoder"),
    ("TXXX: google_", "Google DAI: events of inserted ads"),
    ("YMID", "Yospace: identification of the inserted ad"),
    ("YTYP", "Yospace: identification of the inserted ad"),
    ("YSEQ", "Yospace: identification of the inserted ad"),
    ("YDUR", "Yospace: identification of the inserted ad"),
  ]

  /// Owners that are recognized even if misspelled.
  private static let intended =
    writers.map(\.prefix).filter { $0.hasPrefix("com.") } + [NielsenPayload.ownerPrefix]

  /// Returns the text of `writer` for an owner.
  public static func writer(of owner: String) -> String? {
    // Apple's owners must match completely; others match by prefix.
    let known = writers.first { writer in
      writer.prefix.hasPrefix("com.apple.")
        ? owner == writer.prefix : owner.hasPrefix(writer.prefix)
    }
    if let known { return known.words }
    // Control characters were escaped, as in \u{0}.
    let text = owner.replacing(/\\u\{[0-9a-f]+\}/, with: "?")
    let meant = intended.first { NearestName.isNear(text, $0) }
    return meant.map { "unknown owner; probably meant: \($0)" }
  }
}

struct OwnerTally: Sendable, Equatable {
  struct Count: Sendable, Equatable {
    var tags = 0
    /// The presentation times of the first and the last tag, in seconds.
    var times: ClosedRange<Double>?
  }

  /// The maximum number of owners that are distinguished.
  static let capacity = 30
  static let nielsen = "Nielsen"
  /// The name under which the tags of owners beyond the capacity are counted.
  static let rest = "other owners"

  private(set) var counts: [String: Count] = [:]

  /// Counts a tag. A non-Nielsen tag that cannot be parsed is not counted.
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

  /// The owners other than Nielsen, most frequent first.
  var others: [TagOwner] {
    counts.filter { $0.key != Self.nielsen }
      .map { TagOwner(owner: $0.key, tags: $0.value.tags) }
      .sorted { ($1.tags, $0.owner) < ($0.tags, $1.owner) }
  }

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

  /// Returns the name of a frame. Google DAI puts the event name in the value and leaves the description empty.
  private static func name(of frame: ID3Frame) -> String {
    guard case .userText(_, let description, let values) = frame.content else { return frame.id }
    let google = "google_"
    if description.isEmpty, values.first?.hasPrefix(google) == true {
      return "\(frame.id): \(google)…"
    }
    return description.isEmpty ? frame.id : "\(frame.id): \(description)"
  }
}
