import Conformance
import Formats
import PingAnalysis
import Records

extension InputReport {
  /// Takes a record of `check`. A later record of the same input replaces an earlier one.
  mutating func take(check record: RecordView<CheckFields>, in report: inout Report) {
    verdict = record.verdict.flatMap(Verdict.init)
    notJudged = record.notJudged.map { LongText.cut($0) }
    (isChecked, isWaiting) = (true, false)
    let tags = Self.tags(record.tags)
    duration = record.duration.flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil }
    firstTag = record.firstTag
    lastTag = record.lastTag
    longestGap = record.longestGap
    failure = record.error.map { LongText.cut($0) }
    missing = (record.missing ?? []).prefix(Self.streamCapacity).map { LongText.cut($0, to: 60) }
    let allStreams = record.streams ?? []
    streams = allStreams.prefix(Self.streamCapacity).map(StreamRecord.init)
    failedPlayers = (record.players ?? []).prefix(Self.streamCapacity)
      .filter { $0.state == PlayerVerdict.State.fail.rawValue }
      .map { player in
        let reasons = (player.reasons ?? []).prefix(Self.streamCapacity).map { LongText.cut($0) }
        return (LongText.cut(player.player ?? "", to: 60), reasons)
      }
    viewerTags = ViewerTags(
      streams,
      // Records before version 4 count the tags of all renditions and programs.
      viewer: record.copies.map { _ in tags },
      other: tags.other
    )
    // Records before version 4 also have "pass" and "warn" for inputs that are too short to judge.
    if tags.data == 0, verdict == .pass || verdict == .warn { verdict = .notJudged }
    if allStreams.count > streams.count { isCut = true }
    outcomes = report.outcomes.outcomes(of: record)
    take(findings: record.findings ?? [], &report.remedies)
    for index in tracks.indices {
      tracks[index].strip = nil
      tracks[index].segments = []
    }
    for timeline in record.timelines ?? [] {
      guard let strip = MarkStrip(timeline),
        let track = track(timeline.rendition, timeline.program)
      else { continue }
      tracks[track].strip = strip
    }
    for record in record.segments ?? [] {
      // Records of segments do not name a program.
      guard let segment = TimelineTrack.Segment(record), let track = track(record.rendition, nil)
      else { continue }
      guard tracks[track].segments.count < TimelineTrack.segmentCapacity else {
        tracks[track].isCut = true
        continue
      }
      tracks[track].segments.append(segment)
    }
    checkedOwners = OtherOwners(counted: record.owners ?? [])
    let allMarkers = record.markers ?? []
    markers = allMarkers.prefix(Self.markerCapacity).compactMap(Marker.init)
    if allMarkers.count > Self.markerCapacity { isCut = true }
  }

  mutating func take(stored input: RecordView<InputFields>, in report: inout Report) {
    pingsWithoutGaps = input.pingsWithoutGaps
    title = input.title.map { LongText.cut($0) }
    let check = RecordView<CheckFields>(input.json)
    guard check.verdict == nil else { return take(check: check, in: &report) }
    // A record of `check` contains more than the database has about an unchecked input.
    guard !isChecked else { return }
    switch input.state {
    case "waiting": isWaiting = verdict == nil && tracks.isEmpty && pings.total == 0
    case "unreadable", "timed-out":
      (verdict, isWaiting) = (.unreadable, false)
      failure = check.error.map { LongText.cut($0) } ?? "could not be read"
    default: isWaiting = false
    }
  }

  /// Takes a record of `extract`. If its index is not greater than the previous index of its stream, the input was read
  /// again and the tag replaces all earlier tags of the stream.
  mutating func take(tag record: RecordView<TimedTagFields>) {
    isWaiting = false
    let (number, time, rendition) = (record.index, record.time, record.rendition)
    dayClock.append(time: time, date: record.wallClock, rendition: rendition)
    guard let nielsen = record.nielsen, let kind = nielsen.kind else {
      if Self.beginsAnew(number, after: &lastOtherTag) { (otherTags, owners) = (0, OtherOwners()) }
      otherTags += 1
      owners.count(frames: record.tag?.frames ?? [])
      return
    }
    guard let track = track(rendition, record.program) else {
      isCut = true
      return
    }
    if Self.beginsAnew(number, after: &tracks[track].lastTag) {
      tracks[track].tags.restart()
      tracks[track].contents.restart()
    }
    if kind == "data" {
      tracks[track].contents.append(pc: nielsen.pcCID, fd: nielsen.fdCID, time: time)
    }
    tracks[track].tags.append(time: time, isInfo: kind == "info", clock: nielsen.lastTime)
  }

  /// Whether an index is not greater than the previous index, so that earlier records must be replaced. Stores the
  /// index in `last`.
  static func beginsAnew(_ number: Int?, after last: inout Int?) -> Bool {
    guard let number else { return false }
    defer { last = number }
    return last.map { number <= $0 } ?? false
  }

  /// Takes a record of `pings`. If its index is not greater than the previous index of its product, the ping replaces
  /// all earlier pings of the product.
  mutating func take(ping record: RecordView<PingFields>) {
    isWaiting = false
    pings.append(
      PingSeries.Kind(
        product: LongText.cut(record.product ?? "", to: 40),
        type: LongText.cut(record.type ?? "", to: 40)
      ),
      time: record.time,
      number: record.index
    )
  }

  mutating func take(explainedTag record: RecordView<ExplanationFields>) {
    isWaiting = false
    explained.take(tag: record)
  }

  mutating func take(explainedPing record: RecordView<ExplainedPingFields>) {
    take(ping: RecordView(record.json))
    explained.take(ping: record)
  }

  /// Completes the report after the last record: the name, the findings of `explain`, the tags of an unchecked input,
  /// and times that are missing from records of `check`.
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
      viewerTags = ViewerTags(tracks.map(StreamRecord.init), other: otherTags)
    }
    // `watch` only counts tags: their times are in the records of the tags.
    firstTag = firstTag ?? series.compactMap(\.firstTime).min()
    lastTag = lastTag ?? series.compactMap(\.lastTime).max()
    longestGap = longestGap ?? series.compactMap(\.longestGap).max()
  }

  private mutating func take(
    findings all: [RecordView<FindingFields>],
    _ remedies: inout [RuleID: String]
  ) {
    findings = []
    findingCounts = [:]
    findingsByRule = [:]
    for finding in WatchedAlarms.joined(all.compactMap { Finding($0) }) { add(finding) }
    for record in all {
      guard let finding = Finding(record) else { continue }
      if let time = finding.place.time, let unix = finding.place.wallClock {
        dayClock.append(time: time, unix: unix, rendition: finding.place.rendition)
      }
      if RuleDescription.named(finding.rule) == nil, remedies[finding.rule] == nil,
        remedies.count < 1000
      {
        remedies[finding.rule] = record.remedy.map { LongText.cut($0) }
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

  /// The index of the track to which a finding belongs, by its rendition or program. A finding without either belongs
  /// to the only track. Nil if there is no such track.
  func trackIndex(of finding: Finding) -> Int? {
    tracks.firstIndex { track in
      if let rendition = finding.place.rendition { return track.rendition == rendition }
      guard let program = finding.place.program, let own = track.program else {
        return tracks.count == 1
      }
      return program == own
    }
  }

  /// The index of the track of a record, by its rendition or program; the track is created if it is missing. Nil if
  /// there are too many tracks.
  private mutating func track(_ rendition: String?, _ program: Int?) -> Int? {
    let rendition = rendition.map { LongText.cut($0) }
    if let index = tracks.firstIndex(where: {
      // Records of segments do not name a program.
      $0.rendition == rendition && (rendition != nil || $0.program == program)
    }) {
      return index
    }
    guard tracks.count < Self.trackCapacity else { return nil }
    tracks.append(TimelineTrack(rendition: rendition, program: rendition == nil ? program : nil))
    return tracks.count - 1
  }

  private static func tags(_ counts: RecordView<TagCountFields>?) -> TagCounts {
    TagCounts(
      data: StreamRecord.bounded(counts?.data),
      info: StreamRecord.bounded(counts?.info),
      other: StreamRecord.bounded(counts?.other)
    )
  }
}

extension StreamRecord {
  fileprivate init(_ record: RecordView<StreamFields>) {
    self.init(record.verdict.flatMap(Verdict.init))
    (program, pid) = (record.program, record.pid)
    rendition = record.rendition.map { LongText.cut($0) }
    carriage = record.carriage.map { LongText.cut($0) }
    tags = TagCounts(data: Self.bounded(record.data), info: Self.bounded(record.info))
  }

  fileprivate init(_ track: TimelineTrack) {
    self.init()
    (rendition, program) = (track.rendition, track.program)
    tags = TagCounts(data: track.tags.data, info: track.tags.info)
  }

  /// A number of tags, limited so that sums cannot overflow.
  fileprivate static func bounded(_ number: Int?) -> Int { max(0, min(number ?? 0, 1 << 40)) }
}

extension RuleResult {
  /// Reads a rule of a record of `check`. Nil if the rule is missing, or its state is missing or unknown.
  init?(_ record: RecordView<RuleFields>) {
    guard let rule = record.rule, let state = record.state.flatMap(RuleResult.State.init) else {
      return nil
    }
    let found = record.found
    // Earlier versions wrote "pass" for every player, even if it misses tags.
    let isLosing = state == .pass && rule.hasPrefix("player-") && found ?? 0 > 0
    self.init(
      rule: RuleID(rawValue: LongText.cut(rule, to: 60)),
      state: isLosing ? .info : state,
      found: found,
      minimum: record.minimum,
      maximum: record.maximum,
      notAssessed: record.notAssessed.flatMap(NotAssessed.init),
      remark: record.remark.map { LongText.cut($0, to: 200) }
    )
  }
}

extension Finding {
  /// Reads a finding of a record. Nil if its rule or message is missing, or its severity is missing or unknown.
  init?(_ record: RecordView<FindingFields>) {
    guard let rule = record.rule, let severity = record.severity.flatMap(Severity.init),
      let message = record.message
    else { return nil }
    self.init(
      rule: RuleID(rawValue: LongText.cut(rule, to: 60)),
      severity: severity,
      place: Place(
        time: record.time,
        wallClock: record.wallClock.flatMap(UTCTime.seconds).map(Double.init),
        rendition: record.rendition.map { LongText.cut($0) },
        segment: record.segment.map { LongText.cut($0) },
        program: record.program,
        pid: record.pid,
        offset: record.offset.map(Int64.init)
      ),
      message: LongText.cut(message),
      count: max(1, min(record.count ?? 1, 1 << 40)),
      lastTime: record.lastTime
    )
    let text = record.remedy.map { LongText.cut($0) }
    // The remedy is kept only if it differs from the remedy of the rule.
    if text != RuleDescription.named(self.rule)?.traits.remedy { remedy = text }
  }
}
