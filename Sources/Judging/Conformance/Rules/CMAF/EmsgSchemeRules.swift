import TimedMetadata

/// The known schemes of event messages that carry ID3.
enum EventScheme {
  /// The scheme of AOMediaCodec/id3-emsg.
  static let aomedia = "https://aomedia.org/emsg/ID3"
  /// Nielsen's scheme for DASH.
  static let nielsen = "www.nielsen.com:id3:v1"
  /// Apple's older scheme, which AOM's scheme replaced.
  static let apple = "https://developer.apple.com/streaming/emsg-id3"
  /// A scheme that some packagers use for ID3.
  static let id3 = "http://www.id3.org/"

  /// Whether a scheme is meant for ID3, even if it is unknown or misspelled.
  static func isForID3(_ scheme: String) -> Bool {
    let lower = scheme.lowercased()
    return lower.contains("id3") || lower.contains("nielsen")
  }

  enum Verdict: Equatable {
    case known
    /// An older ID3 scheme: Apple's or id3.org's.
    case old
    case unknownValue(expected: String)
    case unknown
  }

  static func verdict(_ message: EventMessage) -> Verdict {
    switch message.scheme {
    case aomedia:
      // AWS writes the value 0; GPAC writes the scheme itself or Nielsen's scheme.
      ["", "0", aomedia, nielsen].contains(message.value) ? .known : .unknownValue(expected: "\"\"")
    case nielsen: message.value == "1" ? .known : .unknownValue(expected: "\"1\"")
    case apple, id3: .old
    default: .unknown
    }
  }
}

struct EmsgScheme: Rule {
  static let id: RuleID = "emsg-scheme"
  static let title = "Scheme of emsg unknown to players"
  static let text = """
    Players recognize the scheme and value of an event message.

    Most players select messages by their scheme, and skip a tag in an unknown scheme even if its
    content is right. Nielsen's own scheme is for DASH: HLS players do not look for it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tags],
    remedy: "Configure the packager to write scheme \(EventScheme.aomedia), or for DASH "
      + "\(EventScheme.nielsen) with value 1.",
    source: "AOMediaCodec/id3-emsg; DASH-IF Ingest"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage else { return }
    switch EventScheme.verdict(message) {
    case .known:
      guard message.scheme == EventScheme.nielsen, tag.tag.mediaSequence != nil,
        tag.tag.manifestSet == nil
      else { break }
      log.add(Self.inHLS(message.scheme), at: tag.place, severity: .warning)
    case .old: log.add(Self.old(message.scheme), at: tag.place, severity: .warning)
    case .unknown: log.add(Self.unknown(message.scheme), at: tag.place)
    case .unknownValue(let expected):
      log.add(Self.value(message.value, of: message.scheme, expected: expected), at: tag.place)
    }
  }
}

extension EmsgScheme {
  static func old(_ scheme: String) -> String {
    scheme == EventScheme.apple
      ? "tag in the older scheme \(scheme): few players look for it"
      : "tag in scheme \(scheme): most players ignore it"
  }

  static func inHLS(_ scheme: String) -> String {
    "scheme \(scheme) in HLS: HLS players look for \(EventScheme.aomedia)"
  }

  static func unknown(_ scheme: String) -> String {
    "tag in unknown scheme \(Words.quoted(scheme)): most players ignore it"
  }

  static func value(_ value: String, of scheme: String, expected: String) -> String {
    "value \(Words.quoted(value)) with scheme \(scheme), expected \(expected)"
  }
}

struct EmsgBrand: Rule {
  static let id: RuleID = "emsg-brand"
  static let title = "Brand aid3 missing"
  static let text = """
    Media with events in AOM's scheme has the brand aid3.

    The brand announces ID3 tags to a player before the first event.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4],
    remedy: "Configure the packager to add aid3 to the compatible brands of ftyp or styp.",
    source: "AOMediaCodec/id3-emsg"
  )

  private var renditions: Set<String?> = []
  private var events = 0
  private var unknown = 0

  private static let maximumRenditions = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let message = tag.tag.eventMessage, message.track == nil,
      message.scheme == EventScheme.aomedia
    else { return }
    events += 1
    guard let isBranded = message.isBranded else {
      unknown += 1
      return
    }
    guard !isBranded, renditions.count < Self.maximumRenditions,
      renditions.insert(tag.tag.rendition).inserted
    else { return }
    log.add(Self.missing, at: Place(rendition: tag.tag.rendition))
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    events > 0 && unknown == events ? .notAssessed(.notRead) : .assessed
  }
}

extension EmsgBrand {
  static let missing = "the brand aid3 is missing"
}
