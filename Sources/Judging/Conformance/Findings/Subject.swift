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
