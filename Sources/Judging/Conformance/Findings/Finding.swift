import NielsenTag

/// A finding of a rule, or several similar findings merged into one.
public struct Finding: Sendable, Hashable, Codable {
  /// The rule that made the finding.
  public var rule: RuleID
  /// The severity of the finding.
  public var severity: Severity
  /// The place of the fault, or of the first of several merged faults.
  public var place: Place
  /// One sentence with the observed value and the expected one.
  public var message: String
  /// The number of merged findings.
  public var count = 1
  /// The presentation time of the last merged finding, in seconds; nil if nothing was merged or no time is known.
  public var lastTime: Double?
  /// The last merged finding; nil if unknown.
  package var latest: Latest?
  /// The remedy for this finding; nil if the remedy of the rule applies.
  public var remedy: String?

  /// The last of several merged findings.
  package struct Latest: Sendable, Hashable, Codable {
    package var place: Place
    package var message: String
    /// The rule's count of findings up to and including this one.
    package var number: Int
  }

  /// Creates a finding.
  public init(
    rule: RuleID,
    severity: Severity,
    place: Place,
    message: String,
    count: Int = 1,
    lastTime: Double? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.place = place
    self.message = message
    self.count = count
    self.lastTime = lastTime
  }
}

/// A fault in one field of a payload that can be found without comparing tags.
public struct PayloadFinding: Sendable, Equatable {
  /// The rule that finds the fault in a stream.
  public var rule: RuleID
  /// The field with the fault.
  public var field: PayloadField
  /// One sentence with the observed value and the expected one.
  public var message: String

  /// Returns the faults that rules find in single fields, with default thresholds. Unreadable fields
  /// are reported in `NielsenPayload.faults` instead.
  public static func all(in payload: NielsenPayload) -> [PayloadFinding] {
    let breakout = TagBreakout.fault(of: payload).map {
      PayloadFinding(rule: TagBreakout.id, field: .breakout, message: $0)
    }
    return (breakout.map { [$0] } ?? []) + TagOffsetNullCid.faults(of: payload)
      + TagOffsetRange.faults(of: payload) + InfoCidsNull.faults(of: payload)
      + InfoOffsetsZero.faults(of: payload)
  }
}

/// The times at which a rule found faults: one bit for every ten seconds, for each rendition and
/// program. The marks also hold the times of merged findings.
struct FaultMarks: Sendable {
  /// The marks of each rendition and program, 64 marks per word.
  private var words: [Subject: [UInt64]] = [:]
  private var wordCount = 0

  /// The maximum number of 64-bit words for one rule, over all renditions and programs. They take 64 KiB.
  private static let maximumWords = 8192

  /// Marks the time of a place, if it is known and within the limits.
  mutating func mark(_ place: Place) {
    guard let index = TimelineStrip.index(of: place.time) else { return }
    let subject = Subject(rendition: place.rendition, program: place.program)
    let (word, bit) = index.quotientAndRemainder(dividingBy: UInt64.bitWidth)
    let missing = max(0, word + 1 - (words[subject]?.count ?? 0))
    guard wordCount + missing <= Self.maximumWords else { return }
    wordCount += missing
    words[subject, default: []].append(contentsOf: repeatElement(0, count: missing))
    words[subject]?[word] |= 1 << UInt64(bit)
  }

  /// The indices of the marks for each rendition and program, counted from time 0.
  var all: [Subject: [Int]] {
    words.mapValues { words in
      words.enumerated().flatMap { word, bits in
        (0..<UInt64.bitWidth).filter { bits & (1 << UInt64($0)) != 0 }
          .map { word * UInt64.bitWidth + $0 }
      }
    }
  }
}

/// The rendition, program and PID that a finding is about.
struct Subject: Hashable, Sendable {
  /// The name of the variant, rendition or Representation; nil if unnamed, or if the finding applies to all renditions.
  var rendition: String?
  /// The program number; nil if the finding applies to all programs.
  var program: Int?
  /// The PID; nil if the finding applies to all PIDs.
  var pid: Int?

  /// Creates a subject; without arguments it is the whole input.
  init(rendition: String? = nil, program: Int? = nil, pid: Int? = nil) {
    self.rendition = rendition
    self.program = program
    self.pid = pid
  }

  init(_ place: Place) {
    self.init(rendition: place.rendition, program: place.program, pid: place.pid)
  }
}

/// The worst severity found for each subject of an input.
struct SubjectSeverities: Sendable {
  private var severities: [String?: [Subject: Severity]] = [:]
  /// The ID3 streams. A finding about another PID is about tables or media, and applies to all streams of its program.
  private let streams: Set<Subject>

  /// Creates an empty list for `streams`; only their renditions and PIDs are used.
  init(of streams: some Sequence<Subject>) {
    self.streams = Set(streams.map { Subject(rendition: $0.rendition, pid: $0.pid) })
  }

  mutating func include(_ found: [Subject: Severity]) {
    for (subject, severity) in found {
      let known = severities[subject.rendition]?[subject]
      severities[subject.rendition, default: [:]][subject] = max(known ?? severity, severity)
    }
  }

  /// Returns the worst severity of the findings that apply to a stream; nil if no finding applies.
  func worst(of stream: Subject) -> Severity? {
    let renditions: Set<String?> = [stream.rendition, nil]
    var worst: Severity?
    for rendition in renditions {
      for (subject, severity) in severities[rendition] ?? [:] where isAbout(subject, stream) {
        worst = max(worst ?? severity, severity)
      }
    }
    return worst
  }

  /// Whether a finding about a subject applies to a stream. The caller has compared their renditions.
  private func isAbout(_ subject: Subject, _ stream: Subject) -> Bool {
    if let program = subject.program, let own = stream.program, program != own { return false }
    guard let pid = subject.pid, pid != stream.pid else { return true }
    return !streams.contains(Subject(rendition: stream.rendition, pid: pid))
  }
}
