/// Group `info`: INFO tags.
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
