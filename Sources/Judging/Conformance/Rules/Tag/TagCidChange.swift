import NielsenTag
import TimedMetadata

struct TagCidChange: Rule {
  static let title = "Content id changes"
  static let text = """
    Reports when a CID changes.

    A source keeps its CID for a broadcast day, so a change means another source, or the next day.
    """
  static let traits = RuleTraits(
    .tag,
    .info,
    bound: .none,
    needs: [.dataTags(2)],
    listsEach: true,
    remedy:
      "Compare the time with the programme: no action is needed if the source did change.",
    source: "computed from public payloads"
  )

  private struct Last {
    var pc: ContentID?
    var fd: ContentID?
  }

  private var last = PerStream<Last>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let payload = tag.nielsen else { return }
    let next = Last(pc: payload.pcCID, fd: payload.fdCID)
    let previous = last.update(tag.stream, from: next) { last in
      let previous = last
      // Unreadable fields show nothing about the source.
      last = Last(pc: next.pc ?? last.pc, fd: next.fd ?? last.fd)
      return previous
    }
    guard let previous else { return }
    for (name, before, now) in [("PC", previous.pc, next.pc), ("FD", previous.fd, next.fd)] {
      guard let before, let now, before != now else { continue }
      log.add(Self.change(of: name, from: before, to: now), at: tag.place)
    }
  }
}

extension TagCidChange {
  static func change(of name: String, from before: ContentID, to now: ContentID) -> String {
    if now.isNull { return "\(name) CID is null now (no source)" }
    if before.isNull { return "\(name) CID is no longer null (source identified)" }
    return "\(name) CID changed (new source, or new broadcast day)"
  }
}
