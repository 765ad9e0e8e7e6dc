import TimedMetadata

struct TagExtraFrames: Rule {
  static let title = "Other frames in the tag"
  static let text = """
    The PRIV frame is alone in its tag.

    A receiver that reads only the first frame, or the first PRIV frame, may find another owner's.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags, .media],
    repairedBy: .packager,
    remedy: "Let the device that adds frames write a tag of its own.",
    source: "ours"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isNielsen, let id3 = tag.tag.tag, id3.frames.count > 1 else { return }
    log.add(Self.several(id3.frames.map(\.id)), at: tag.place)
  }
}

extension TagExtraFrames {
  private static let shownFrames = 8

  static func several(_ ids: [String]) -> String {
    let shown = ids.prefix(shownFrames) + (ids.count > shownFrames ? ["..."] : [])
    return "\(ids.count) frames in the tag (\(shown.joined(separator: ", "))), expected PRIV alone"
  }
}
