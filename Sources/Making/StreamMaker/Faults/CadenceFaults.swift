import NielsenTag

/// Faults of the rules in the group `cadence`: the times of tags.
extension Fault {
  static let cadenceFaults: [Fault] = [
    Fault(
      "cadence-gap",
      "Three DATA tags are missing: the audio carries no watermark for half a minute.",
      alsoBreaks: ["cadence-tag-time-gap"],
      minimumSeconds: 70,
      FaultChanges(plan: { tag, _ in
        tag.kind == .data && (2...4).contains(tag.index) ? [] : [tag]
      })
    ),
    Fault(
      "cadence-tag-time-gap",
      "One tag arrives five seconds late and spans five seconds, after a gap of ten seconds.",
      minimumSeconds: 60,
      FaultChanges(plan: { tag, _ in
        switch (tag.kind, tag.index) {
        case (.data, PlannedTag.struckIndex): [tag.moved(by: 5, startingLater: 10)]
        case (.data, PlannedTag.struckIndex + 1): [tag.moved(by: 0, startingLater: 5)]
        default: [tag]
        }
      })
    ),
    Fault(
      "cadence-overlap",
      "One tag arrives eight seconds early, and its content starts ten seconds before the end of the previous tag.",
      minimumSeconds: 60,
      FaultChanges(plan: { tag, _ in
        let isStruck = tag.kind == .data && tag.index == PlannedTag.struckIndex
        return [isStruck ? tag.moved(by: -8, startingLater: -10) : tag]
      })
    ),
    Fault(
      "cadence-tag-duration",
      "Every fifth DATA tag spans three seconds.",
      minimumSeconds: 60,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, tag.index % 5 == PlannedTag.struckIndex else { return }
        content.shiftClock(first: 7)
        content.useBlocks(WatermarkBlob.blockCount)
      })
    ),
    Fault(
      "cadence-short-unfilled",
      "Every fifth DATA tag spans six seconds although three of its blocks are unused.",
      minimumSeconds: 60,
      FaultChanges(content: { content, tag in
        guard tag.kind == .data, tag.index % 5 == PlannedTag.struckIndex else { return }
        content.shiftClock(first: 4)
        content.useBlocks(4)
      })
    ),
    Fault(
      "cadence-start",
      "The first DATA tag arrives after 70 s.",
      minimumSeconds: 300,
      FaultChanges(plan: { tag, _ in tag.kind == .data && tag.releaseTime < 70 ? [] : [tag] })
    ),
    Fault(
      "cadence-end",
      "The last DATA tag arrives at least 70 s before the end.",
      minimumSeconds: 300,
      FaultChanges(plan: { tag, seconds in
        tag.kind == .data && tag.releaseTime > seconds - 70 ? [] : [tag]
      })
    ),
    Fault(
      "cadence-info-presence",
      "There is no INFO tag.",
      minimumSeconds: 360,
      FaultChanges(plan: { tag, _ in tag.kind == .info ? [] : [tag] })
    ),
    Fault(
      "cadence-info-interval",
      "There is no second INFO tag.",
      minimumSeconds: 360,
      FaultChanges(plan: { tag, _ in tag.kind == .info && tag.index == 1 ? [] : [tag] })
    ),
    Fault(
      "cadence-info-early",
      "The second INFO tag arrives 20 s after the first.",
      FaultChanges(plan: { tag, _ in
        guard tag.kind == .info, tag.index == 0 else { return [tag] }
        var second = tag
        second.releaseTime += 20
        second.content.delay(by: 20)
        return [tag, second]
      })
    ),
  ]
}

extension PlannedTag {
  /// The tag, released `seconds` later, with content that starts `start` seconds later according to its clock and
  /// offsets.
  fileprivate func moved(by seconds: Int, startingLater start: Int) -> PlannedTag {
    var tag = self
    tag.releaseTime += Double(seconds)
    tag.content.shiftClock(first: start, last: seconds)
    tag.content.pcOffset += start
    tag.content.fdOffset += start
    // A short tag must use all blocks. Otherwise it would also break the rule `cadence-short-unfilled`.
    tag.content.useBlocks(WatermarkBlob.blockCount)
    return tag
  }
}

/// Faults of the rules in the group `info`: INFO tags.
extension Fault {
  static let infoFaults: [Fault] = [
    Fault(
      "info-cids-null",
      "INFO tags have a CID of the Final Distributor.",
      FaultChanges(content: { content, tag in
        if tag.kind == .info { content.fdCID = .other }
      })
    ),
    Fault(
      "info-offsets-zero",
      "INFO tags have an offset of the Final Distributor.",
      alsoBreaks: ["tag-offset-null-cid"],
      FaultChanges(content: { content, tag in
        if tag.kind == .info { content.fdOffset = 21_778 }
      })
    ),
    Fault(
      "info-tag-times",
      "INFO tags span ten seconds.",
      FaultChanges(content: { content, tag in
        if tag.kind == .info { content.shiftClock(first: -10) }
      })
    ),
  ]
}
