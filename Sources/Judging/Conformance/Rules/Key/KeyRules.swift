/// A rule that needs Nielsen's key or a watermark decoder. It is listed but never assessed, so that users do not take
/// its absence for a pass.
protocol KeyRule: Rule {
  static var reason: NotAssessed { get }

  init()
}

extension KeyRule {
  static var traits: RuleTraits {
    RuleTraits(
      .key,
      .info,
      bound: .none,
      remedy: "Ask Nielsen: only its own validator can read this.",
      source: "practice of existing validators"
    )
  }

  static var reason: NotAssessed { .needsKey }

  init(_ settings: RuleSettings) { self.init() }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    .notAssessed(Self.reason)
  }
}

struct KeyCidOffset: KeyRule {
  static let id: RuleID = "key-cid-offset"
  static let title = "Content id against offset: not judged"
  static let text = """
    The time in a CID plus the offset is the time of the watermarks.

    A wrong offset shifts the credit to another minute.
    """
}

struct KeyCidSid: KeyRule {
  static let id: RuleID = "key-cid-sid"
  static let title = "Source in the content id: not judged"
  static let text = """
    The source in a CID is the source of the watermarks.

    A CID that names another source gives that source the credit.
    """
}

struct KeyCidTimestamp: KeyRule {
  static let id: RuleID = "key-cid-timestamp"
  static let title = "Time in the content id: not judged"
  static let text = """
    The time in a CID is the start of the broadcast day.

    A day that starts at the wrong hour, or ignores daylight saving time, shifts all credit.
    """
}

struct KeyInfoFields: KeyRule {
  static let id: RuleID = "key-info-fields"
  static let title = "Contents of INFO tags: not judged"
  static let text = """
    INFO tags name the vendor, device, versions, audio codec and distributor.

    These fields help to find a faulty inserter.
    """
}

struct KeyWatermarkCount: KeyRule {
  static let id: RuleID = "key-watermark-count"
  static let title = "Number of watermarks: not judged"
  static let text = """
    Enough watermarks of each source and type are found.

    A low count means that the watermark is weak.
    """
}

struct KeyWatermarkLevel: KeyRule {
  static let id: RuleID = "key-watermark-level"
  static let title = "Level of a source: not judged"
  static let text = """
    A source keeps its level, which is Program Content or Final Distributor.

    A change of level means that one watermark was written over another.
    """
}

struct KeyWatermarkPlacement: KeyRule {
  static let id: RuleID = "key-watermark-placement"
  static let title = "Tags against watermarks: not judged"
  static let text = """
    Tags are at the watermarks in the audio from which they were made.

    A tag at another position credits earlier or later audio. Judging it also needs a watermark
    decoder.
    """
  static let reason = NotAssessed.needsWatermarkDecoder
}

struct KeyWatermarkTime: KeyRule {
  static let id: RuleID = "key-watermark-time"
  static let title = "Times of the watermarks: not judged"
  static let text = """
    The times of the watermarks advance evenly.

    A jump means that audio is missing, or comes from another source.
    """
}
