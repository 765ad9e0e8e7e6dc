import NielsenTag

/// Something that a rule found, or several alike.
public struct Finding: Sendable, Hashable, Codable {
  /// The rule.
  public var rule: RuleID
  /// How bad it is.
  public var severity: Severity
  /// Its place: the first of several.
  public var place: Place
  /// One sentence: what was seen and what was expected.
  public var message: String
  /// How many findings this represents.
  public var count = 1
  /// The place of the last of several, in presentation seconds.
  public var lastTime: Double?
  /// The last of them; nil: it is not known.
  package var latest: Latest?
  /// The remedy, if that of the rule does not fit; nil: the rule's.
  public var remedy: String?

  /// The last of several findings that are alike.
  package struct Latest: Sendable, Hashable, Codable {
    /// Its place.
    package var place: Place
    /// What was seen then.
    package var message: String
    /// The number of findings of the rule up to it.
    package var number: Int
  }

  /// Makes a finding with the given parts.
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

/// Something wrong with one field of a payload, which the payload alone shows.
public struct PayloadFinding: Sendable, Equatable {
  /// The rule that finds it in a stream.
  public var rule: RuleID
  /// The field.
  public var field: PayloadField
  /// One sentence: what was seen and what was expected.
  public var message: String

  /// The findings of the rules of single tags in a payload, with their usual thresholds. Unreadable fields
  /// are in `NielsenPayload.faults`.
  public static func all(in payload: NielsenPayload) -> [PayloadFinding] {
    let breakout = TagBreakout.fault(of: payload).map {
      PayloadFinding(rule: TagBreakout.id, field: .breakout, message: $0)
    }
    return (breakout.map { [$0] } ?? []) + TagOffsetNullCid.faults(of: payload)
      + TagOffsetRange.faults(of: payload) + InfoCidsNull.faults(of: payload)
      + InfoOffsetsZero.faults(of: payload)
  }
}

/// When a rule found fault with what: one bit for every ten seconds, of each rendition and program. Findings
/// that are alike are one, and only the first of them has a place; here each has its own.
struct FaultMarks: Sendable {
  /// By rendition and program, sixty-four marks a word.
  private var words: [Subject: [UInt64]] = [:]
  private var wordCount = 0

  /// The most words of one rule, 64 KiB: two months of one stream.
  private static let maximumWords = 8192

  /// Marks a place; one without a time is left out.
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

  /// The numbers of the marks of each rendition and program, from time 0.
  var all: [Subject: [Int]] {
    words.mapValues { words in
      words.enumerated().flatMap { word, bits in
        (0..<UInt64.bitWidth).filter { bits & (1 << UInt64($0)) != 0 }
          .map { word * UInt64.bitWidth + $0 }
      }
    }
  }
}

/// The subject of a finding: a rendition, a program and a PID, each if it is known.
struct Subject: Hashable, Sendable {
  /// The HLS rendition or variant; nil: any.
  var rendition: String?
  /// The program; nil: any.
  var program: Int?
  /// The PID; nil: any.
  var pid: Int?

  /// The input as a whole, or a part of it.
  init(rendition: String? = nil, program: Int? = nil, pid: Int? = nil) {
    self.rendition = rendition
    self.program = program
    self.pid = pid
  }

  init(_ place: Place) {
    self.init(rendition: place.rendition, program: place.program, pid: place.pid)
  }
}

/// The worst that was found about each subject of an input.
struct SubjectSeverities: Sendable {
  private var severities: [String?: [Subject: Severity]] = [:]
  /// The streams of ID3. A finding on any other PID is about tables or media, and so about all streams of
  /// its program.
  private let streams: Set<Subject>

  /// Takes what is known of `streams`, each with its rendition and PID.
  init(of streams: some Sequence<Subject>) {
    self.streams = Set(streams.map { Subject(rendition: $0.rendition, pid: $0.pid) })
  }

  /// Adds what a rule found.
  mutating func include(_ found: [Subject: Severity]) {
    for (subject, severity) in found {
      let known = severities[subject.rendition]?[subject]
      severities[subject.rendition, default: [:]][subject] = max(known ?? severity, severity)
    }
  }

  /// The worst that was found about a stream, or about no particular stream.
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

  /// Whether something found about a subject of the same rendition, or of none, concerns a stream.
  private func isAbout(_ subject: Subject, _ stream: Subject) -> Bool {
    if let program = subject.program, let own = stream.program, program != own { return false }
    guard let pid = subject.pid, pid != stream.pid else { return true }
    return !streams.contains(Subject(rendition: stream.rendition, pid: pid))
  }
}
