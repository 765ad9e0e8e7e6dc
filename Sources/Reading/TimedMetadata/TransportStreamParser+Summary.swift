import TransportStream

extension TransportStreamParser {
  // MARK: - The selection

  /// Whether a note concerns the selected program and PID, according to the tables that have arrived. A note with
  /// neither a program nor a PID concerns every selection, except lost frames in a stream with several programs, which
  /// belong to an unknown one.
  func concernsSelection(_ note: StreamNote) -> Bool {
    guard options.program != nil || options.pid != nil else { return true }
    // Lost frames are counted over all programs.
    if note.id == .framesLost { return sieve.programNumbers.count < 2 }
    let pid = note.pid.flatMap { UInt16(exactly: $0) }
    if let wanted = options.pid, let pid, Int(pid) != wanted, sieve.carriesMetadata(pid) {
      return false
    }
    let chosen = options.program ?? program(ofPID: options.pid.flatMap { UInt16(exactly: $0) })
    guard let chosen, let program = note.program ?? program(ofPID: pid) else { return true }
    return program == chosen
  }

  private func program(ofPID pid: UInt16?) -> Int? {
    pid.flatMap { sieve.program(ofPID: $0) }.map { Int($0) }
  }

  // MARK: - The summary

  /// Converts ticks of a timeline to seconds, up to the requested limit.
  private func length(_ ticks: Int64?) -> Double? {
    ticks.map { min(Timestamp.inSeconds($0), options.limitSeconds ?? .infinity) }
  }

  package var summary: InputSummary {
    let summaries = sieve.metadataStreams
      .map {
        StreamSummary(
          program: $0.program.map { Int($0) },
          pid: Int($0.pid),
          declared: $0.isDeclared,
          tags: streams[$0.pid]?.tagCount ?? 0,
          audioFrames: sieve.hasAudio(ofProgram: $0.program)
            ? audioFrames[$0.pid] ?? AudioFrameMatches() : nil
        )
      }
      .sorted { ($0.program ?? .max, $0.pid ?? .max) < ($1.program ?? .max, $1.pid ?? .max) }
    let chosen = options.pid.flatMap { pid in summaries.first { $0.pid == pid }?.program }
    let program = options.program ?? chosen
    let durations = sieve.programNumbers.reduce(into: [Int: Double]()) { durations, number in
      durations[Int(number)] = length(sieve.contentDuration(ofProgram: number))
    }
    var summary = InputSummary(
      duration: program.map { durations[$0] } ?? length(sieve.contentDuration()),
      programDurations: durations,
      streams: summaries,
      byteCount: 0
    )
    summary.media = [.transportStream]
    summary.programs = programs
    return summary
  }

  private var programs: [ProgramSummary] {
    let media = sieve.programMedia
    let (audio, video) = (Set(media.audio), Set(media.video))
    return Set(sieve.programNumbers).sorted().map { number in
      var program = ProgramSummary(
        number: Int(number),
        hasAudio: audio.contains(number),
        hasVideo: video.contains(number)
      )
      program.missingClockPID = sieve.missingClockPID(ofProgram: number).map { Int($0) }
      return program
    }
  }
}
