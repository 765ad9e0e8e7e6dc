import NielsenTag
import TimedMetadata

/// Judges one input in one pass: receives the reader's events in order, then makes the report.
///
///     var checker = Checker(input: "a.ts", options: options)
///     while let event = try reader.next() { checker.receive(event) }
///     let report = checker.report()
public struct Checker: Sendable {
  private let input: String
  private let options: CheckOptions
  private var rules: [RunningRule]
  private var facts: InputFacts
  private var streams = PerStream<StreamFacts>()
  private var owners = OwnerTally()
  private var strips = TimelineStrips()
  private var players: [PlayerJudge]
  private var segments: [SegmentReport] = []
  private var markers: [TimelineMarker] = []
  /// The latest presentation time of a tag, in seconds.
  private var lastTime: Double?
  /// The kinds of media, inferred from the carriage of the tags.
  private var media: Set<MediaKind> = []
  private var hasEnded = false

  private static let maximumSegments = 100_000
  private static let maximumMarkers = 10_000

  /// Creates a checker for one input.
  public init(input: String, options: CheckOptions) {
    self.input = input
    self.options = options
    let template = options.template.map(SharedTemplate.init)
    rules = RuleSet.all.indices.map { index in
      let description = RuleDescription.all[index]
      var settings = options.rules[description.id] ?? RuleSettings()
      settings.sharedTemplate = template
      return RunningRule(
        RuleSet.all[index],
        description,
        settings,
        marksFaults: options.drawsStrips
      )
    }
    players = options.players.map(\.judge)
    facts = InputFacts(
      summary: InputSummary(duration: nil, streams: [], byteCount: 0)
    )
    facts.now = options.now
    facts.isWhole = !options.isLimited
    facts.declaredEvents = options.declaredEvents
    facts.hasTemplate = options.template != nil
    facts.begin = options.start
    (facts.program, facts.pid) = (options.program, options.pid)
  }

  /// Receives the next event of the reader.
  public mutating func receive(_ event: TimedMetadataEvent) {
    switch event {
    case .tag(let tag): receive(tag)
    case .note(let note):
      facts.unread.receive(note)
      for index in rules.indices { rules[index].receive(note) }
      for index in players.indices { players[index].receive(note) }
    case .segment(let segment):
      facts.noteStart(of: segment)
      for index in rules.indices { rules[index].receive(segment) }
      if options.listsSegments, segments.count < Self.maximumSegments { segments.append(segment) }
    case .marker(let marker):
      facts.breaks.receive(marker)
      if marker.isOut != nil, marker.hasPlausibleTime { facts.hasBreaks = true }
      for index in rules.indices { rules[index].receive(marker) }
      if options.listsSegments, !marker.isUpdate, markers.count < Self.maximumMarkers {
        markers.append(marker)
      }
    case .end(let summary):
      facts.receive(summary)
      hasEnded = true
      if summary.playlist?.isLive == true { facts.isWhole = false }
    }
  }

  private mutating func receive(_ tag: TimedTag) {
    if let payload = tag.nielsen { facts.calibration.observe(payload) }
    let checked = CheckedTag(tag, calibration: facts.calibration, unread: facts.unread)
    facts.tags.count(checked.kind)
    if tag.transport?.audioPTS != nil { facts.hasAudioReference = true }
    if tag.transport?.programClock != nil { facts.hasProgramClock = true }
    if tag.wallClock != nil { facts.hasWallClock = true }
    if let time = tag.time { lastTime = max(lastTime ?? time, time) }
    media.insert(MediaKind(carrying: tag.carriage))
    let maximumRuns =
      streams.keys.count > TagRun.fewStreams ? TagRun.maximumCountOfMany : TagRun.maximumCount
    _ = streams.update(checked.stream, from: StreamFacts(key: checked.stream)) { stream in
      stream.receive(checked, maximumRuns: maximumRuns)
    }
    owners.count(checked)
    if options.drawsStrips { strips.mark(checked) }
    for index in rules.indices { rules[index].receive(checked) }
    for index in players.indices { players[index].receive(checked) }
  }

  /// Ends the input and makes the report. If `failure` stopped reading, the part before the failure is judged.
  public mutating func report(failure: TimedMetadataError? = nil) -> CheckReport {
    facts.streams = streams.all.map(\.value)
    if failure != nil {
      facts.hasFailed = true
      breakOff()
    }
    let facts = facts
    let isUnread = failure != nil && facts.isUnseen
    for index in rules.indices {
      if isUnread { rules[index].giveUp() } else { rules[index].finish(facts) }
    }
    if options.drawsStrips { drawFindings(facts) }
    return CheckReport(
      input: input,
      options: options,
      facts: facts,
      rules: rules,
      players: zip(players, options.players).map { $0.verdict(facts, of: $1) },
      owners: owners.others,
      strips: strips,
      segments: segments,
      markers: markers,
      failure: failure
    )
  }

  private mutating func drawFindings(_ facts: InputFacts) {
    for rendition in facts.summary.renditions
    where rendition.role != .other && !strips.holds(rendition: rendition.name) {
      strips.show(rendition: rendition.name, program: nil)
    }
    let assessed = rules.filter { $0.result.state != .off && $0.result.state != .notAssessed }
    // Listed findings are marked first, because their order decides the order of new strips.
    for rule in assessed {
      for finding in rule.log.findings { strips.mark(finding) }
    }
    for rule in assessed {
      if let marks = rule.log.marks { strips.mark(marks) }
    }
  }
}

extension Checker {
  /// Receives the reader's summary after reading stopped early: the position reached and the streams found.
  /// Call this before `report(failure:)` or `partialReport()`.
  /// - Parameter summary: The summary up to that position; nil if no content was found.
  public mutating func breakOff(at summary: InputSummary?) {
    guard let summary, !hasEnded else { return }
    facts.receive(summary)
  }

  /// Ends the input early, at the user's request, and judges the part that was read.
  public mutating func partialReport() -> CheckReport {
    breakOff()
    return report()
  }

  /// Marks the input as incomplete. Unless the end was reached, a missing duration and the kinds of media are inferred
  /// from the tags.
  private mutating func breakOff() {
    facts.isWhole = false
    guard !hasEnded else { return }
    facts.isBrokenOff = true
    if facts.summary.duration == nil { facts.summary.duration = lastTime }
    facts.summary.media.formUnion(media)
  }
}

extension InputFacts {
  /// Receives the reader's summary. The events that the manifest declares replace the declared events of the options.
  fileprivate mutating func receive(_ summary: InputSummary) {
    self.summary = summary
    guard let declared = summary.playlist?.declaredEvents else { return }
    declaredEvents = Set(declared.map { DeclaredEvent(scheme: $0.scheme, value: $0.value) })
  }

  private static let maximumRenditions = 4096

  fileprivate mutating func noteStart(of segment: SegmentReport) {
    guard let start = segment.start, segmentStarts[segment.rendition] == nil,
      segmentStarts.count < Self.maximumRenditions
    else { return }
    segmentStarts[segment.rendition] = start
  }
}

extension StreamFacts {
  mutating func receive(_ tag: CheckedTag, maximumRuns: Int = TagRun.maximumCount) {
    tags.count(tag.kind)
    guard tag.isNielsen, let time = tag.tag.time, time.isFinite else { return }
    addToRuns(tag, time: time, maximumRuns: maximumRuns)
    firstTag = min(firstTag ?? time, time)
    lastTag = max(lastTag ?? time, time)
    if tag.kind == .info {
      if infoExtent?.include(tag.place, time: time) == nil {
        infoExtent = TagExtent(tag.place, time: time)
      }
      return
    }
    if dataExtent?.include(tag.place, time: time) == nil {
      dataExtent = TagExtent(tag.place, time: time)
    }
    if let lastData { longestGap = max(longestGap ?? 0, time - lastData) }
    lastData = max(lastData ?? time, time)
  }
}
