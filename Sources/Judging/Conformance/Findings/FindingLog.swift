import Formats

/// The findings of one rule in one input: the full count, and a limited number of findings.
struct FindingLog: Sendable {
  let rule: RuleID
  let severity: Severity
  /// The severity that the user set for all findings of the rule.
  private let override: Severity?
  private let listsEach: Bool

  /// The count that is compared with the bound.
  private(set) var found = 0
  private(set) var findings: [Finding] = []
  /// A remark of the rule that is reported even without findings.
  var remark: String?
  /// The owner of the non-Nielsen tag that is being judged; nil for other tags. Findings about it name the owner, and
  /// are at most warnings unless the user set the severity.
  var otherOwner: String?
  private(set) var worst: [Subject: Severity] = [:]
  /// The times of all findings with a severity above info; nil if no strips are drawn.
  private(set) var marks: FaultMarks?
  private var indexOfAlike: [Likeness: Int] = [:]
  /// Findings about silences in one stream. Tags of another stream may fill a silence.
  private var pending: [Pending] = []

  static let maximumFindings = 100
  /// The maximum number of subjects that are distinguished. Findings about further subjects count for the whole input.
  private static let maximumSubjects = 4096

  /// The maximum number of findings that wait for the end of the input. Further ones are logged at once.
  private static let maximumPending = 4096

  private struct Pending {
    var silence: StreamSilence
    var message: String
    var place: Place
    var amount: Int
  }

  /// The properties in which findings must agree to be merged.
  private struct Likeness: Hashable {
    var severity: Severity
    var rendition: String?
    var program: Int?
    var pid: Int?
    var words: String
  }

  init(rule: RuleID, traits: RuleTraits, settings: RuleSettings, marksFaults: Bool = false) {
    self.rule = rule
    marks = marksFaults ? FaultMarks() : nil
    severity = settings.severity ?? traits.severity
    override = settings.severity
    listsEach = traits.listsEach
  }

  mutating func count(_ amount: Int = 1) { found += amount }

  /// Logs a finding, and adds `amount` to the count.
  mutating func add(
    _ message: String,
    at place: Place,
    severity: Severity? = nil,
    remedy: String? = nil,
    amount: Int = 1
  ) {
    found += amount
    let milder = otherOwner == nil ? .error : Severity.warning
    let severity = override ?? min(severity ?? self.severity, milder)
    let message = Words.message(message, owner: otherOwner)
    var subject = Subject(place)
    if worst.count >= Self.maximumSubjects, worst[subject] == nil { subject = Subject() }
    worst[subject] = max(worst[subject] ?? severity, severity)
    if severity != .info { marks?.mark(place) }
    let likeness = Likeness(
      severity: severity,
      rendition: place.rendition,
      program: place.program,
      pid: place.pid,
      words: listsEach ? message : Self.withoutNumbers(message)
    )
    let latest = Finding.Latest(place: place, message: message, number: found)
    if !listsEach, let index = indexOfAlike[likeness] {
      findings[index].count += 1
      findings[index].lastTime = place.time ?? findings[index].lastTime
      findings[index].latest = latest
      return
    }
    guard findings.count < Self.maximumFindings else { return }
    if !listsEach { indexOfAlike[likeness] = findings.count }
    var finding = Finding(rule: rule, severity: severity, place: place, message: message)
    finding.remedy = remedy
    finding.latest = latest
    findings.append(finding)
  }

  /// Logs a finding about a silence when the input has ended, unless tags of the program continue in another stream. If
  /// a time is missing, or if too many findings wait, the finding is logged at once.
  mutating func add(
    _ message: String,
    at place: Place,
    amount: Int = 1,
    unlessFilled stream: StreamKey,
    of kind: CheckedTag.Kind? = nil,
    from start: Double?,
    to end: Double?
  ) {
    guard let start, let end, pending.count < Self.maximumPending else {
      return add(message, at: place, amount: amount)
    }
    let silence = StreamSilence(stream: stream, kind: kind, start: start, end: end)
    pending.append(Pending(silence: silence, message: message, place: place, amount: amount))
  }

  mutating func settle(_ facts: InputFacts) {
    guard !pending.isEmpty else { return }
    let changing = facts.successions.filter { $0.streams.count > 1 }
    let waiting = pending
    pending = []
    for finding in waiting where !changing.contains(where: { $0.bridges(finding.silence) }) {
      add(finding.message, at: finding.place, amount: finding.amount)
    }
  }

  /// Replaces each run of digits in a message by one `#`, to compare messages.
  private static func withoutNumbers(_ message: String) -> String {
    var words: [UInt8] = []
    for byte in message.utf8 {
      let isDigit = byte.isDigit
      let next = isDigit ? UInt8(ascii: "#") : byte
      if isDigit, words.last == next { continue }
      words.append(next)
    }
    return String(decoding: words, as: UTF8.self)
  }
}
