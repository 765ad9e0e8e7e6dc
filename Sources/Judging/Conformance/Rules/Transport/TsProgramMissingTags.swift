import TimedMetadata

struct TsProgramMissingTags: Rule {
  static let id: RuleID = "ts-program-missing-tags"
  static let title = "Program without tags"
  static let text = """
    If one program carries Nielsen tags, every program with video carries them too.

    A program without tags next to programs with tags has often lost its ID3 PID in a multiplexer.
    Audio-only programs are compared only if one of them carries tags; otherwise they are listed as
    information. Programs without audio and video are not judged. `pmt-declared-empty` reports
    programs whose declared ID3 PID is empty.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags, .seconds(30)],
    listsEach: true,
    remedy:
      "Check that the multiplexer passes on the ID3 PID of the program and declares it in the PMT. "
      + "--require all-programs makes this a failure; --program checks one program alone.",
    source: "this tool's own rule"
  )

  init(_ settings: RuleSettings) {}

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let all = facts.mediaPrograms
    let filled = all.filter { facts.nielsenTags(ofProgram: $0.number) > 0 }
    guard let example = filled.first else { return .assessed }
    let isRadioMeasured = filled.contains { !$0.hasVideo }
    for program in all where facts.nielsenTags(ofProgram: program.number) == 0 {
      let isEmpty = facts.summary.streams.contains {
        $0.program == program.number && $0.declared && $0.tags == 0
      }
      guard !isEmpty else { continue }
      log.add(
        Self.missing(program, example: example.number),
        at: Place(program: program.number),
        severity: program.hasVideo || isRadioMeasured ? .warning : .info
      )
    }
    return .assessed
  }
}

extension TsProgramMissingTags {
  static func missing(_ program: ProgramSummary, example: Int) -> String {
    let kind = program.hasVideo ? "" : " (audio only)"
    return "program \(program.number)\(kind): no Nielsen tag; program \(example) has tags"
  }
}

extension InputFacts {
  /// The selected programs that have audio or video; empty if a PID is selected.
  var mediaPrograms: [ProgramSummary] {
    summary.programs.filter { program in
      guard program.hasAudio || program.hasVideo, pid == nil else { return false }
      return self.program.map { $0 == program.number } ?? true
    }
  }

  func nielsenTags(ofProgram number: Int) -> Int {
    streams.reduce(0) { $0 + ($1.key.program == number ? $1.tags.data + $1.tags.info : 0) }
  }

  /// Whether a stream belongs to the program and PID that the user selected.
  func isSelected(program: Int?, pid: Int?) -> Bool {
    (self.program == nil || program == self.program) && (self.pid == nil || pid == self.pid)
  }
}
