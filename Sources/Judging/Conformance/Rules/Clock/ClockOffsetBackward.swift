import NielsenTag
import TimedMetadata

struct ClockOffsetBackward: Rule {
  static let id: RuleID = "clock-offset-backward"
  static let title = "Offset goes back"
  static let text = """
    An offset does not decrease as long as its CID stays the same.

    Offsets count up through the broadcast day of a source. A decrease indicates repeated content,
    or two inserters.
    """
  static let traits = RuleTraits(
    .clock,
    .warning,
    needs: [.dataTags(2)],
    listsEach: true,
    remedy:
      "Check whether the content was repeated at this time, and whether two inserters write into the stream.",
    source: "this tool's own inference"
  )

  private struct Last {
    var cid: ContentID
    var offset: Int
  }

  private var last = PerStream<[String: Last]>()
  private var hasSource = false

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let payload = tag.nielsen else { return }
    for (name, cid, offset) in [
      ("PC", payload.pcCID, payload.pcOffset), ("FD", payload.fdCID, payload.fdOffset),
    ] {
      guard let cid, let offset else { continue }
      hasSource = hasSource || !cid.isNull
      let before = last[tag.stream]?[name]
      _ = last.update(tag.stream, from: [:]) {
        $0[name] = cid.isNull ? nil : Last(cid: cid, offset: offset)
      }
      guard let before, before.cid == cid, offset < before.offset else { continue }
      log.add(Self.falls(name, from: before.offset, to: offset), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasSource ? .assessed : .notAssessed(.noTags)
  }
}

extension ClockOffsetBackward {
  static func falls(_ name: String, from before: Int, to offset: Int) -> String {
    "\(name) offset falls \(before) → \(offset) (content repeated?)"
  }
}
