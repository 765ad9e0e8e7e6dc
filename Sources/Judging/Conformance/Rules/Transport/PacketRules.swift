import TimedMetadata

struct TsContinuity: NoteRule {
  static let id: RuleID = "ts-continuity"
  static let title = "Packets lost"
  static let text = """
    Continuity counters on ID3 and table PIDs count up by one.

    A jump means lost packets, and players drop an incomplete tag. A counter that does not advance
    makes players drop every packet as a duplicate. Losses on other PIDs, such as audio and video,
    are reported once, as information. In the segments of a playlist, jumps on PAT and PMT PIDs,
    too, are reported only as information: many packagers put tables with fixed counters at the
    start of each segment.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Look for packet loss between the encoder and this point.",
    source: "ISO/IEC 13818-1, 2.4.3.3"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    let amount = note.amount ?? 1
    if note.id == .framesLost {
      log.add(note.detail, at: Place(note), severity: .info, amount: amount)
    } else if note.id.rawValue != log.rule.rawValue {
      return
    } else if note.concernsTables, note.segment != nil {
      log.add(Self.insertedTables(note.detail), at: Place(note), severity: .info, amount: amount)
    } else {
      log.add(note.detail, at: Place(note), amount: amount)
    }
  }
}

extension TsContinuity {
  static func insertedTables(_ detail: String) -> String {
    "\(detail) on a PAT or PMT PID: the packager probably inserts its own tables; "
      + "no tag is affected"
  }
}

struct TsDuplicatePacket: NoteRule {
  static let id: RuleID = "ts-duplicate-packet"
  static let title = "Packet delivered twice"
  static let text = """
    No packet of the ID3 stream is sent twice.

    One identical repeat is allowed. Correct readers drop it; others read part of the tag twice. A
    packet with the same counter but other content is not a repeat: the counter is wrong, or 15
    packets are lost.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Look for the device that doubles packets, such as a switch between two feeds.",
    source: "ISO/IEC 13818-1, 2.4.3.3"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .duplicateDiffers {
      log.add(note.detail, at: Place(note), severity: .warning)
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note))
    }
  }
}

struct TsPacketSize: NoteRule {
  static let id: RuleID = "ts-packet-size"
  static let title = "Unusual packet size"
  static let text = """
    Packets have 188 bytes.

    Packets of 192 bytes begin with an arrival time, and packets of 204 bytes end with parity.
    `check` reads both, but not every player does. A size that changes indicates two joined
    recordings.
    """
  static let traits = RuleTraits(
    .transport,
    .info,
    bound: .none,
    needs: [.transportStream],
    listsEach: true,
    repairedBy: .packager,
    remedy: "Write packets of 188 bytes into streams that players read.",
    source: "this tool's own rule"
  )
}

struct TsPcrOnMetadata: NoteRule {
  static let id: RuleID = "ts-pcr-on-metadata"
  static let title = "PCR on the ID3 PID"
  static let text = """
    The program clock reference (PCR) is not on the ID3 PID.

    Tags come every ten seconds, but a PCR is due every 0.1 s. A player that drops the PID, or a
    packager that rewrites it, removes the clock. A PCR PID without a PCR is reported as
    information: players then take the time from audio and video, but receivers in television sets
    do not.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Carry the PCR on the PID of the video, or of the audio.",
    source: "this tool's own rule"
  )

  /// The minimum duration of a program, in seconds, for which a missing PCR is reported.
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
    "PMT names \(Words.pid(pid)) as PCR PID, but no PCR arrived in \(Words.seconds(seconds))"
  }
}

struct TsPidFlood: NoteRule {
  static let id: RuleID = "ts-pid-flood"
  static let title = "Too many PIDs or programs"
  static let text = """
    The number of PIDs and programs is within the limits of the reader.

    The reader's tables have a maximum size: tags on further PIDs are not read.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Check programs one by one, or look for the device that declares too many PIDs.",
    source: "this tool's own rule"
  )
}

struct TsScrambled: NoteRule {
  static let id: RuleID = "ts-scrambled"
  static let title = "ID3 stream is scrambled"
  static let text = """
    The ID3 stream is not scrambled.

    Players look for tags before any decryption, so a scrambled tag is lost.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Exclude the ID3 PID from scrambling.",
    source: "ISO/IEC 13818-1, 2.4.3.3, 2.4.3.7"
  )
}

struct TsTransportError: NoteRule {
  static let id: RuleID = "ts-transport-error"
  static let title = "Packets damaged in reception"
  static let text = """
    No packet on ID3 and table PIDs has the transport error indicator set.

    A demodulator sets the indicator in a packet that it could not repair: the content of the packet
    is unreliable.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Check the reception, or the line, before the point where the stream was recorded.",
    source: "ISO/IEC 13818-1, 2.4.3.3"
  )
}
