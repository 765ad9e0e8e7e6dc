import TimedMetadata

/// The latest tag of each stream, kept without its bytes. Those of other owners are apart, so that their time
/// stamps do not make a Nielsen tag wrong.
struct LatestTags: Sendable {
  private var judged = PerStream<TimedTag>()
  private var others = PerStream<TimedTag>()

  /// The latest tag before another of its stream; nil for the first.
  subscript(before tag: CheckedTag) -> TimedTag? {
    tag.isJudged ? judged[tag.stream] : others[tag.stream]
  }

  /// Keeps a tag as the latest of its stream.
  mutating func receive(_ tag: CheckedTag) {
    var kept = tag.tag
    (kept.bytes, kept.tag, kept.nielsen) = ([], nil, nil)
    if tag.isJudged {
      _ = judged.update(tag.stream, from: kept) { $0 = kept }
    } else {
      _ = others.update(tag.stream, from: kept) { $0 = kept }
    }
  }
}
