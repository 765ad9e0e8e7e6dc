import Conformance
import Formats

extension InputReport {
  /// Takes a report of `check`; a later one replaces an earlier one.
  mutating func take(
    check json: JSONValue,
    outcomes table: inout OutcomeTable,
    remedies: inout [RuleID: String]
  ) {
    verdict = json["verdict"]?.stringValue.flatMap(Verdict.init)
    notJudged = json["notJudged"]?.stringValue.map { LongText.cut($0) }
    (isChecked, isWaiting) = (true, false)
    let tags = Self.tags(json["tags"])
    duration = json["duration"]?.doubleValue.flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil }
    firstTag = json["firstTag"]?.doubleValue
    lastTag = json["lastTag"]?.doubleValue
    longestGap = json["longestGap"]?.doubleValue
    failure = json["error"]?.stringValue.map { LongText.cut($0) }
    missing = (json["missing"]?.elements ?? []).prefix(Self.streamCapacity)
      .compactMap { $0.stringValue.map { LongText.cut($0, to: 60) } }
    let allStreams = json["streams"]?.elements ?? []
    streams = allStreams.prefix(Self.streamCapacity).map(Stream.init)
    contentTags = ContentTags(
      streams: streams.map(\.part),
      // Records before version 4 count the tags of all renditions and programs.
      viewer: json["copies"].map { _ in tags },
      other: tags.other
    )
    // They also have "pass" and "warn" for what was too short.
    if tags.data == 0, verdict == .pass || verdict == .warn { verdict = .notJudged }
    if allStreams.count > streams.count { isCut = true }
    outcomes = (json["rules"]?.elements ?? []).prefix(1000).compactMap(RuleResult.init)
      .map { table.index(of: $0) }
    take(findings: json["findings"]?.elements ?? [], &remedies)
    for index in tracks.indices {
      tracks[index].strip = nil
      tracks[index].segments = []
    }
    for json in json["timelines"]?.elements ?? [] {
      guard let strip = MarkStrip(json), let track = track(of: json) else { continue }
      tracks[track].strip = strip
    }
    for json in json["segments"]?.elements ?? [] {
      guard let segment = TimelineTrack.Segment(json), let track = track(of: json) else { continue }
      guard tracks[track].segments.count < TimelineTrack.segmentCapacity else {
        tracks[track].isCut = true
        continue
      }
      tracks[track].segments.append(segment)
    }
    checkedOwners = OtherOwners(counted: json["owners"]?.elements ?? [])
    let allMarkers = json["markers"]?.elements ?? []
    markers = allMarkers.prefix(Self.markerCapacity).compactMap(Marker.init)
    if allMarkers.count > Self.markerCapacity { isCut = true }
  }

  /// Takes an input of a results database.
  mutating func take(
    stored json: JSONValue,
    outcomes table: inout OutcomeTable,
    remedies: inout [RuleID: String]
  ) {
    pingsWithoutGaps = json["pings_without_gaps"]?.integerValue.map { Int(clamping: $0) }
    title = json["title"]?.stringValue.map { LongText.cut($0) }
    guard json["verdict"]?.stringValue == nil else {
      return take(check: json, outcomes: &table, remedies: &remedies)
    }
    // Another record may have had more.
    guard !isChecked else { return }
    switch json["state"]?.stringValue {
    case "waiting": isWaiting = verdict == nil && tracks.isEmpty && pings.total == 0
    case "unreadable", "timed-out":
      (verdict, isWaiting) = (.unreadable, false)
      failure = json["error"]?.stringValue.map { LongText.cut($0) } ?? "could not be read"
    default: isWaiting = false
    }
  }

  /// Takes a tag. A number that is not higher than the last one of its stream replaces all before, as
  /// when an input was read again.
  mutating func take(tag json: JSONValue) {
    isWaiting = false
    let number = json["index"]?.integerValue
    dayClock.append(
      time: json["time"]?.doubleValue,
      date: json["wallClock"]?.stringValue,
      rendition: json["rendition"]?.stringValue
    )
    guard let kind = json[path: "nielsen.kind"]?.stringValue else {
      if Self.beginsAnew(number, after: &lastOtherTag) { (otherTags, owners) = (0, OtherOwners()) }
      otherTags += 1
      owners.count(frames: json[path: "tag.frames"]?.elements ?? [])
      return
    }
    guard let track = track(of: json) else {
      isCut = true
      return
    }
    if Self.beginsAnew(number, after: &tracks[track].lastTag) {
      tracks[track].tags.restart()
      tracks[track].contents.restart()
    }
    if kind == "data" {
      tracks[track].contents.append(
        pc: json[path: "nielsen.pcCID"]?.stringValue,
        fd: json[path: "nielsen.fdCID"]?.stringValue,
        time: json["time"]?.doubleValue
      )
    }
    tracks[track].tags.append(
      time: json["time"]?.doubleValue,
      isInfo: kind == "info",
      clock: json[path: "nielsen.lastTime"]?.integerValue
    )
  }

  /// Whether a number does not follow the last one, which it replaces.
  static func beginsAnew(_ number: Int64?, after last: inout Int64?) -> Bool {
    guard let number else { return false }
    defer { last = number }
    return last.map { number <= $0 } ?? false
  }

  /// Takes a ping. A number that is not higher than the last one of its product replaces all before.
  mutating func take(ping json: JSONValue) {
    isWaiting = false
    pings.append(
      PingSeries.Kind(
        product: LongText.cut(json["product"]?.stringValue ?? "", to: 40),
        type: LongText.cut(json["type"]?.stringValue ?? "", to: 40)
      ),
      time: json["time"]?.doubleValue,
      number: json["index"]?.integerValue
    )
  }

  /// Takes a tag of `explain`.
  mutating func take(explainedTag json: JSONValue) {
    isWaiting = false
    explained.take(tag: json)
  }

  /// Takes a ping of `explain`.
  mutating func take(explainedPing json: JSONValue) {
    take(ping: json)
    explained.take(ping: json)
  }

  /// Completes the report with data of other commands where `check` did not run.
  mutating func complete() {
    if let title, title != name {
      let whole = "\(title) (\(name))"
      if let failure, failure.hasPrefix(name) {
        self.failure = whole + failure.dropFirst(name.count)
      }
      name = whole
    }
    for finding in explained.findings { add(finding) }
    if explained.isCut { isCut = true }
    let series = tracks.map(\.tags)
    if !isChecked {
      contentTags = ContentTags(
        streams: tracks.map {
          ($0.rendition, $0.program, TagCounts(data: $0.tags.data, info: $0.tags.info))
        },
        other: otherTags
      )
    }
    // `watch` counts tags and leaves their times to their records.
    firstTag = firstTag ?? series.compactMap(\.firstTime).min()
    lastTag = lastTag ?? series.compactMap(\.lastTime).max()
    longestGap = longestGap ?? series.compactMap(\.longestGap).max()
  }

  private mutating func take(findings all: [JSONValue], _ remedies: inout [RuleID: String]) {
    findings = []
    findingCounts = [:]
    findingsByRule = [:]
    for finding in WatchedAlarms.joined(all.compactMap { Finding($0) }) { add(finding) }
    for json in all {
      guard let finding = Finding(json) else { continue }
      if let time = finding.place.time, let unix = finding.place.wallClock {
        dayClock.append(time: time, unix: unix, rendition: finding.place.rendition)
      }
      if RuleDescription.named(finding.rule) == nil, remedies[finding.rule] == nil,
        remedies.count < 1000
      {
        remedies[finding.rule] = json["remedy"]?.stringValue.map { LongText.cut($0) }
      }
    }
  }

  private mutating func add(_ finding: Finding) {
    findingCounts[finding.severity, default: 0] += finding.count
    if var known = findingsByRule[finding.rule] {
      known.count += finding.count
      known.severity = max(known.severity, finding.severity)
      findingsByRule[finding.rule] = known
    } else if findingsByRule.count < 1000 {
      findingsByRule[finding.rule] = RuleFindings(
        severity: finding.severity,
        count: finding.count
      )
    }
    guard findings.count < Self.findingCapacity, !isReduced else {
      isCut = true
      return
    }
    findings.append(finding)
  }

  /// The track that a finding belongs to: that of its rendition, or of its program. Nil when it belongs to
  /// none, and there are several or it is one of another program.
  func trackIndex(of finding: Finding) -> Int? {
    tracks.firstIndex { track in
      if let rendition = finding.place.rendition { return track.rendition == rendition }
      guard let program = finding.place.program, let own = track.program else {
        return tracks.count == 1
      }
      return program == own
    }
  }

  /// The track of a record: by its rendition, or its program. Nil when there are too many.
  private mutating func track(of json: JSONValue) -> Int? {
    let rendition = json["rendition"]?.stringValue.map { LongText.cut($0) }
    let program = json["program"]?.integerValue.map { Int(clamping: $0) }
    if let index = tracks.firstIndex(where: {
      // Segments know no program.
      $0.rendition == rendition && (rendition != nil || $0.program == program)
    }) {
      return index
    }
    guard tracks.count < Self.trackCapacity else { return nil }
    tracks.append(TimelineTrack(rendition: rendition, program: rendition == nil ? program : nil))
    return tracks.count - 1
  }

  private static func tags(_ json: JSONValue?) -> TagCounts {
    TagCounts(
      data: count(json?["data"]),
      info: count(json?["info"]),
      other: count(json?["other"])
    )
  }

  private static func count(_ json: JSONValue?) -> Int {
    Int(clamping: max(0, min(json?.integerValue ?? 0, 1 << 40)))
  }
}

extension RuleResult {
  /// A rule of a record of `check`; nil for something else.
  init?(_ json: JSONValue) {
    guard let rule = json["rule"]?.stringValue,
      let state = json["state"]?.stringValue.flatMap(RuleResult.State.init)
    else { return nil }
    let found = json["found"]?.integerValue.map { Int(clamping: $0) }
    // Earlier records have "pass" for every player.
    let isLosing = state == .pass && rule.hasPrefix("player-") && found ?? 0 > 0
    self.init(
      rule: RuleID(rawValue: LongText.cut(rule, to: 60)),
      state: isLosing ? .info : state,
      found: found,
      minimum: json["minimum"]?.integerValue.map { Int(clamping: $0) },
      maximum: json["maximum"]?.integerValue.map { Int(clamping: $0) },
      notAssessed: json["notAssessed"]?.stringValue.flatMap(NotAssessed.init),
      remark: json["remark"]?.stringValue.map { LongText.cut($0, to: 200) }
    )
  }
}

extension Finding {
  /// A finding of a record of `check`; nil for something else.
  init?(_ json: JSONValue) {
    guard let rule = json["rule"]?.stringValue,
      let severity = json["severity"]?.stringValue.flatMap(Severity.init),
      let message = json["message"]?.stringValue
    else { return nil }
    self.init(
      rule: RuleID(rawValue: LongText.cut(rule, to: 60)),
      severity: severity,
      place: Place(
        time: json["time"]?.doubleValue,
        wallClock: json["wallClock"]?.stringValue.flatMap(UTCTime.seconds).map(Double.init),
        rendition: json["rendition"]?.stringValue.map { LongText.cut($0) },
        segment: json["segment"]?.stringValue.map { LongText.cut($0) },
        program: json["program"]?.integerValue.map { Int(clamping: $0) },
        pid: json["pid"]?.integerValue.map { Int(clamping: $0) },
        offset: json["offset"]?.integerValue
      ),
      message: LongText.cut(message),
      count: Int(clamping: max(1, min(json["count"]?.integerValue ?? 1, 1 << 40))),
      lastTime: json["lastTime"]?.doubleValue
    )
    let text = json["remedy"]?.stringValue.map { LongText.cut($0) }
    // Most say what their rule says.
    if text != RuleDescription.named(self.rule)?.traits.remedy { remedy = text }
  }
}
