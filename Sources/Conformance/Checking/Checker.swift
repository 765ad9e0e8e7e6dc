import NielsenTag
import TimedMetadata

/// Judges one input in one pass: takes the reader's events in order, then gives the report.
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
  private var strips = TimelineStrips()
  private var segments: [SegmentReport] = []

  /// The most segments that a report lists.
  private static let maximumSegments = 100_000

  /// A checker in front of an input.
  public init(input: String, options: CheckOptions) {
    self.input = input
    self.options = options
    rules = RuleSet.all.map { RunningRule($0, options.rules[$0.id] ?? RuleSettings()) }
    facts = InputFacts(
      summary: InputSummary(duration: nil, streams: [], byteCount: 0)
    )
    facts.now = options.now
    facts.isWhole = !options.isLimited
    facts.declaredEvents = options.declaredEvents
  }

  /// Takes the next event of the reader.
  public mutating func receive(_ event: TimedMetadataEvent) {
    switch event {
    case .tag(let tag): receive(tag)
    case .note(let note):
      for index in rules.indices { rules[index].receive(note) }
    case .segment(let segment):
      for index in rules.indices { rules[index].receive(segment) }
      if segments.count < Self.maximumSegments { segments.append(segment) }
    case .marker: break
    case .end(let summary):
      facts.summary = summary
      if summary.playlist?.isLive == true { facts.isWhole = false }
    }
  }

  private mutating func receive(_ tag: TimedTag) {
    if let payload = tag.nielsen { facts.calibration.observe(payload) }
    let checked = CheckedTag(tag, calibration: facts.calibration)
    facts.tags.count(checked.kind)
    if tag.transport?.audioPTS != nil { facts.hasAudioReference = true }
    if tag.transport?.programClock != nil { facts.hasProgramClock = true }
    if tag.wallClock != nil { facts.hasWallClock = true }
    _ = streams.update(checked.stream, from: StreamFacts(key: checked.stream)) { stream in
      stream.receive(checked)
    }
    strips.mark(checked)
    for index in rules.indices { rules[index].receive(checked) }
  }

  /// Ends the input and tells what was found. `failure` is why reading ended early.
  public mutating func report(failure: TimedMetadataError? = nil) -> CheckReport {
    facts.streams = streams.all.map(\.value)
    if failure != nil { facts.isWhole = false }
    let facts = facts
    for index in rules.indices { rules[index].finish(facts) }
    for rule in rules where rule.result.state != .off && rule.result.state != .notAssessed {
      for finding in rule.log.findings { strips.mark(finding) }
    }
    return CheckReport(
      input: input,
      options: options,
      facts: facts,
      rules: rules,
      strips: strips,
      segments: segments,
      failure: failure
    )
  }
}

extension StreamFacts {
  /// Takes the next tag of the stream.
  mutating func receive(_ tag: CheckedTag) {
    tags.count(tag.kind)
    guard tag.isNielsen, let time = tag.tag.time else { return }
    firstTag = min(firstTag ?? time, time)
    lastTag = max(lastTag ?? time, time)
    guard tag.kind == .data else { return }
    if let lastData { longestGap = max(longestGap ?? 0, time - lastData) }
    lastData = max(lastData ?? time, time)
  }
}
