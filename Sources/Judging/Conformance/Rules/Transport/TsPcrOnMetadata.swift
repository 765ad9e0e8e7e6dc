import TimedMetadata

struct TsPcrOnMetadata: NoteRule {
  static let title = "Program clock on the ID3's PID"
  static let text = """
    The program clock is not on the PID of the ID3.

    Tags come every ten seconds, but a clock reference is due every 0.1 s. A player that drops the
    PID, or a packager that rewrites it, removes the clock. A PCR PID without a PCR is reported as
    information: players then take the time from audio and video, receivers in television sets do
    not.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Carry the PCR on the PID of the video, or of the audio.",
    source: "ours"
  )

  /// The first PCR may come late: 10 s.
  private static let clockDeadlineSeconds = 10.0

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for program in facts.mediaPrograms {
      guard let pid = program.missingClockPID,
        let seconds = facts.summary.duration(ofProgram: program.number),
        seconds >= Self.clockDeadlineSeconds
      else { continue }
      log.add(
        Self.missing(pid, seconds: seconds),
        at: Place(program: program.number),
        severity: .info,
        amount: 0
      )
    }
    return .assessed
  }
}

extension TsPcrOnMetadata {
  static func missing(_ pid: Int, seconds: Double) -> String {
    "PMT names \(Words.pid(pid)) as PCR PID, no PCR came in \(Words.seconds(seconds))"
  }
}
