import NielsenTag
import TimedMetadata

struct ExpectOwners: ExpectRule {
  static let title = "Other owners than the template's"
  static let text = """
    The owners of PRIV frames are those of the template.

    The template lists prefixes of owners: `www.nielsen.com/` matches all Nielsen tags. An owner
    that is not listed is reported, and so is a listed one without a tag in 30 s or more.
    """
  static let traits = RuleTraits(
    .expect,
    .warning,
    needs: [.template],
    repairedBy: .packager,
    remedy:
      "Look for the device that adds or drops these tags, else correct 'owners' in the template.",
    source: templateSource
  )

  private let owners: [String]
  private var seen: Set<String> = []

  init(_ settings: RuleSettings) { owners = settings.template?.owners ?? [] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !owners.isEmpty, let frames = tag.tag.tag?.privateFrames else { return }
    for frame in frames {
      if let owner = owners.first(where: { frame.owner.hasPrefix($0) }) {
        if seen.count < owners.count { seen.insert(owner) }
      } else {
        // The text after Nielsen's prefix differs from tag to tag: one finding, not one for each.
        let prefix = NielsenPayload.ownerPrefix
        let owner = frame.owner.hasPrefix(prefix) ? prefix : frame.owner
        log.add(Self.unlisted(owner, expected: owners), at: tag.place)
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard !owners.isEmpty else { return .notAssessed(.notInTemplate) }
    guard facts.checkedSeconds >= InputFacts.shortestBrokenOff else {
      return log.found > 0 ? .assessed : .notAssessed(.tooShort)
    }
    for owner in owners where !seen.contains(owner) {
      log.add(Self.missing(owner, seconds: facts.checkedSeconds), at: Place())
    }
    return .assessed
  }
}

extension ExpectOwners {
  static func unlisted(_ owner: String, expected: [String]) -> String {
    "owner \(Words.quoted(owner)), expected \(Words.alternatives(expected))"
  }

  static func missing(_ owner: String, seconds: Double) -> String {
    "no tag with owner \(Words.quoted(owner)) in \(Words.seconds(seconds))"
  }
}
