import NielsenTag
import TimedMetadata

struct TagCidChange: Rule {
  static let id: RuleID = "tag-cid-change"
  static let title = "Content id changes"
  static let text = """
    Reports changes of a CID.

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
      // An unreadable CID is not a change: the previous CID stays.
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

struct TagCidConflict: Rule {
  static let id: RuleID = "tag-cid-conflict"
  static let title = "Two content ids at once"
  static let text = """
    The PIDs of one program carry the same CIDs.

    Two inserters that work on one program see the same audio, and so the same source. If two PIDs
    have different CIDs, the player decides which source is measured. A CID that changes on one PID
    before it changes on the other is not reported: the CIDs must differ for longer than the limit.
    """
  static let limit = Threshold("limit", 20, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    remedy: "Turn off one of the two inserters, or give the second audio a separate program.",
    source: "this tool's own rule"
  )

  private struct Latest {
    var stream: StreamKey
    var pc: ContentID?
    var fd: ContentID?
    var time: Double
    /// The presentation time, in seconds, since which the CIDs differ from the CIDs of another PID.
    var differsSince: Double?
  }

  private struct Group: Hashable {
    var rendition: String?
    var program: Int?
  }

  private let limit: Double
  private var latest: [Group: [Latest]] = [:]

  /// The maximum number of programs that are compared; later ones are ignored.
  private static let maximumGroups = 4096
  private static let maximumPIDs = 64
  /// The maximum time, in seconds, between the DATA tags of two PIDs that are compared, as in `cadence-gap`.
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

  /// Whether both CIDs name a source and the sources differ.
  private static func differ(_ left: ContentID?, _ right: ContentID?) -> Bool {
    guard let left, let right, !left.isNull, !right.isNull else { return false }
    return left != right
  }
}

extension TagCidConflict {
  static func conflict(_ pid: Int?, _ other: Int?) -> String {
    let pids = [pid, other].compactMap { $0 }.sorted().map { Words.pid($0) }
    return
      "\(pids.joined(separator: " and ")) carry different CIDs at the same time (two inserters?)"
  }
}

struct TagNullCids: Rule {
  static let id: RuleID = "tag-null-cids"
  static let title = "Tag without a content id"
  static let text = """
    DATA tags name a source.

    Both CIDs are null for a few seconds after a start or a change of source. If they stay null, no
    source gets credit for the audio.
    """
  static let limit = Threshold("limit", 20, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(1)],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check that the audio carries a watermark of the source: the inserter did not find one.",
    source: "practice of existing validators"
  )

  private struct Run {
    var start: Place
    var startTime: Double
    var endTime: Double
  }

  private let limit: Double
  private var runs = PerStream<Run?>()
  private var hasTime = false

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let time = tag.tag.time, let pc = tag.nielsen?.pcCID,
      let fd = tag.nielsen?.fdCID
    else { return }
    hasTime = true
    let limit = limit
    _ = runs.update(tag.stream, from: nil) { run in
      if pc.isNull, fd.isNull {
        let before = run ?? Run(start: tag.place, startTime: time, endTime: time)
        run = before
        run?.endTime = max(before.endTime, time)
      } else {
        Self.end(run, limit: limit, &log)
        run = nil
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard hasTime else { return .notAssessed(.noClock) }
    for (_, run) in runs.all { Self.end(run, limit: limit, &log) }
    return .assessed
  }

  private static func end(_ run: Run?, limit: Double, _ log: inout FindingLog) {
    guard let run else { return }
    let seconds = run.endTime - run.startTime
    guard seconds > limit else { return }
    log.add(unidentified(seconds, limit: limit), at: run.start)
  }
}

extension TagNullCids {
  static func unidentified(_ seconds: Double, limit: Double) -> String {
    "both CIDs null for \(Words.seconds(seconds)) (limit \(Words.limit(limit))): "
      + "no source identified"
  }
}
