import Formats
import TimedMetadata

struct TsLeadingId3: Rule {
  static let id: RuleID = "ts-leading-id3"
  static let title = "ID3 tag before the first packet"
  static let text = """
    Reports ID3 tags before the first packet of a transport stream.

    Some packagers put an ID3 tag that contains the segment's time stamp in front of the first
    packet. Players that search for the first packet ignore the tag, but others fail to read the
    segment.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    bound: .none,
    needs: [.transportStream],
    repairedBy: .packager,
    remedy:
      "If a player fails at these tags, configure the packager to omit them.",
    source: "swesterfeld/audiowmark#76"
  )

  private struct Leading {
    var count = 0
    var place: Place
    var names: [String] = []
  }

  private var leading = PerStream<Leading>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.has(log.rule) else { return }
    _ = leading.update(tag.stream, from: Leading(place: tag.place)) { leading in
      leading.count += 1
      for name in Self.names(tag.tag)
      where leading.names.count < Self.maximumNames && !leading.names.contains(name) {
        leading.names.append(name)
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (_, leading) in leading.all {
      log.add(
        Self.leading(leading.count, names: leading.names),
        at: leading.place,
        amount: leading.count
      )
    }
    return .assessed
  }

  private static let maximumNames = 3

  /// The owner of the time stamps that HLS requires in packed audio. Messages omit it if there are other names.
  private static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"

  /// Returns the names that identify a tag: the owners of its PRIV frames or, if it has none, its frame ids.
  private static func names(_ tag: TimedTag) -> [String] {
    guard let tag = tag.tag else { return [] }
    let owners = tag.privateFrames.map {
      $0.owner.prefix { $0 != "/" }.prefix(64).description
    }
    return owners.isEmpty ? tag.frames.map(\.id) : owners
  }
}

extension TsLeadingId3 {
  static func leading(_ count: Int, names: [String]) -> String {
    let others = names.filter { $0 != timestampOwner }
    let words = (others.isEmpty ? names : others).joined(separator: ", ")
    return "\(Decimals.counted(count, "ID3 tag")) before the first TS packet"
      + (words.isEmpty ? "" : " (\(words))")
  }
}
