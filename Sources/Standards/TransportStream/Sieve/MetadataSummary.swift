import Formats

/// Makes the notes about the declaration of ID3 streams at the end of the input.
struct MetadataSummary {
  let streams: [MetadataStream]
  let programs: ProgramList
  let hasAssociation: Bool

  var notes: [TransportNote] {
    promisedClocks + emptyStreams + streamsWithoutStarts + missingTables
  }

  /// Notes about maps that name an ID3 PID as the PCR PID, although no PCR arrived on it.
  private var promisedClocks: [TransportNote] {
    streams.compactMap { stream in
      guard !stream.hasNotedClock,
        let program = programs.list.first(where: { $0.map?.pcrPID == stream.pid })
      else { return nil }
      return note(
        "ts-pcr-on-metadata",
        stream,
        program: program.number,
        "the PMT names the ID3 PID as PCR PID, but no PCR arrived"
      )
    }
  }

  /// Notes about streams that a map declares and that have no packets with payload.
  private var emptyStreams: [TransportNote] {
    streams.filter { $0.isDeclared && !$0.hasPackets }.map { stream in
      let ticks = length(of: stream)
      let length = ticks.map { " in \(Timestamp.seconds($0))" } ?? ""
      return note(
        "pmt-declared-empty",
        stream,
        program: stream.program,
        measured: ticks,
        "PID 0x\(String(stream.pid, radix: 16)) is declared as ID3, but has no payload\(length)"
      )
    }
  }

  /// Notes about streams that a map declares and in which no PES packet starts.
  private var streamsWithoutStarts: [TransportNote] {
    streams.filter { $0.isDeclared && $0.lacksUnitStarts }.map { stream in
      let count = stream.packetsBeforeStart
      let packets = Decimals.counted(count, "packet")
      return note(
        "pmt-declared-empty",
        stream,
        program: stream.program,
        measured: length(of: stream),
        "PID 0x\(String(stream.pid, radix: 16)) is declared as ID3, "
          + "but no PES packet starts in \(packets)"
      )
    }
  }

  /// Notes about tables of which no usable copy arrived, if an ID3 stream was found only by its bytes.
  private var missingTables: [TransportNote] {
    guard let stream = streams.first(where: { !$0.isDeclared && $0.packetCount > 0 }) else {
      return []
    }
    func missing(_ words: String, program: UInt16?) -> TransportNote {
      note("psi-missing", stream, program: program, "\(words): ID3 was found by its bytes")
    }
    guard hasAssociation else { return [missing("no usable PAT", program: nil)] }
    return programs.list.filter { $0.map == nil }.map {
      missing("no usable PMT for program \($0.number)", program: $0.number)
    }
  }

  private func length(of stream: MetadataStream) -> Int64? {
    programs.duration(ofProgram: stream.program)
  }

  private func note(
    _ rule: String,
    _ stream: MetadataStream,
    program: UInt16?,
    measured: Int64? = nil,
    _ detail: String
  ) -> TransportNote {
    TransportNote(
      rule: rule,
      position: stream.firstPosition,
      pid: stream.pid,
      program: program,
      measured: measured,
      time: stream.firstTime,
      detail: detail
    )
  }
}
