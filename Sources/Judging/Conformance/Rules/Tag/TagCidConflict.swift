import NielsenTag
import TimedMetadata

struct TagCidConflict: Rule {
  static let title = "Two content ids at once"
  static let text = """
    The PIDs of one program carry the same CIDs.

    Two inserters that work on one program see the same audio, and so the same source. If two PIDs
    have different CIDs, it depends on the player which source is measured. A source that changes on
    one PID sooner than on the other is not reported: CIDs must differ for longer than the limit.
    """
  static let limit = Threshold("limit", 20, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    remedy: "Turn off one of the two inserters, or give the second audio a program of its own.",
    source: "ours"
  )

  /// The latest DATA tag of a PID.
  private struct Latest {
    var stream: StreamKey
    var pc: ContentID?
    var fd: ContentID?
    var time: Double
    /// Since when the CIDs differ from those of another PID of the program.
    var differsSince: Double?
  }

  /// The tags that the rule treats as one program.
  private struct Group: Hashable {
    var rendition: String?
    var program: Int?
  }

  private let limit: Double
  private var latest: [Group: [Latest]] = [:]

  /// More programs, and more PIDs of one, are not compared.
  private static let maximumGroups = 4096
  private static let maximumPIDs = 64
  /// A PID without a DATA tag for longer has none: two of ten seconds, as for `cadence-gap`.
  private static let longestSpacing = CadenceGap.limit.value

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, tag.tag.carriage == .tsPES, let payload = tag.nielsen,
      let time = tag.tag.time
    else { return }
    let key = Group(rendition: tag.stream.rendition, program: tag.stream.program)
    guard latest[key] != nil || latest.count < Self.maximumGroups else { return }
    var group = latest[key] ?? []
    latest[key] = nil
    defer { latest[key] = group }
    let index = group.firstIndex { $0.stream == tag.stream }
    guard index != nil || group.count < Self.maximumPIDs else { return }
    var own = Latest(stream: tag.stream, pc: payload.pcCID, fd: payload.fdCID, time: time)
    let other = group.first { other in
      other.stream != own.stream && abs(time - other.time) <= Self.longestSpacing
        && Self.differ(own, other)
    }
    if other != nil { own.differsSince = index.flatMap { group[$0].differsSince } ?? time }
    if let index { group[index] = own } else { group.append(own) }
    guard let other, let since = own.differsSince, time - since > limit else { return }
    log.add(Self.conflict(own.stream.pid, other.stream.pid), at: tag.place)
  }

  private static func differ(_ left: Latest, _ right: Latest) -> Bool {
    differ(left.pc, right.pc) || differ(left.fd, right.fd)
  }

  /// No source on one PID and a source on the other are not two sources.
  private static func differ(_ left: ContentID?, _ right: ContentID?) -> Bool {
    guard let left, let right, !left.isNull, !right.isNull else { return false }
    return left != right
  }
}

extension TagCidConflict {
  static func conflict(_ pid: Int?, _ other: Int?) -> String {
    let pids = [pid, other].compactMap { $0 }.sorted().map { Words.pid($0) }
    return "\(pids.joined(separator: " and ")) carry other CIDs at the same time (two inserters?)"
  }
}
