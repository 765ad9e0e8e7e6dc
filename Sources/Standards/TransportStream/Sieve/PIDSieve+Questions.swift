extension PIDSieve {
  /// The framing in force; nil before the first packet.
  package var framing: PacketFraming? { packets.framing }

  /// The position of the next byte that has not been used.
  package var position: StreamPosition { packets.position() }

  package var packetCount: Int64 { packets.packetCount }

  /// The interval in 90 kHz ticks after which errors of the map in force are reported again, for streams without an
  /// end; nil means never.
  package var reminder: Int64? {
    get { declarations.reminderInterval }
    set { declarations.reminderInterval = newValue }
  }

  /// The starts of the first and the last audio or video frame of the current segment so far, on the presentation
  /// timeline, in 90 kHz ticks; nil if there are no frames.
  package var framesSeen: ClosedRange<Int64>? { programs.framesSeen(\.all) }

  // MARK: - Programs

  package var programNumbers: [UInt16] { programs.list.map(\.number) }

  /// The programs whose map in force lists audio, and those whose map lists video.
  package var programMedia: (audio: [UInt16], video: [UInt16]) {
    func numbers(of kind: StreamType.Kind) -> [UInt16] {
      programs.list.filter { $0.map?.streams.contains { $0.kind == kind } ?? false }.map(\.number)
    }
    return (numbers(of: .audio), numbers(of: .video))
  }

  /// Whether audio of a program has arrived; nil means the first program with a clock.
  package func hasAudio(ofProgram program: UInt16?) -> Bool {
    programs.clockIndex(ofProgram: program).map { !programs.list[$0].audio.isEmpty } ?? false
  }

  /// The PCR PID that a program's map declares, if no PCR arrived on it and it does not carry ID3; otherwise nil.
  package func missingClockPID(ofProgram number: UInt16) -> UInt16? {
    guard let index = programs.index(ofProgram: number), programs.list[index].lastPCR == nil,
      let pid = programs.list[index].map?.pcrPID, pid != ProgramMap.noPCR, !carriesMetadata(pid)
    else { return nil }
    return pid
  }

  /// The length of a program's timeline in 90 kHz ticks; nil `number` means the longest timeline. Nil if no clock runs.
  package func duration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.duration(ofProgram: number)
  }

  /// The length of the content in 90 kHz ticks: like `duration`, but the last audio PES packet may count as shorter.
  package func contentDuration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).map(\.end).max()
  }

  /// The raw time stamp, 33 bits, at time 0 of a program's timeline, or of the first program with a clock if `number`
  /// is nil. Nil before a clock runs.
  package func clockOrigin(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).lazy.compactMap(\.clock.origin).first
  }

  /// The presentation time that a program has reached in 90 kHz ticks, or the earliest time of all running programs if
  /// `number` is nil. Nil before a clock runs. A step that may be a wrong time stamp does not count yet.
  package func now(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).compactMap(\.now).min()
  }

  // MARK: - ID3

  package var metadataStreams: [MetadataStream] { metadata.inOrder }

  package func carriesMetadata(_ pid: UInt16) -> Bool { metadata.streams[pid] != nil }

  /// The program of an ID3, map, audio, video or PCR PID; nil if unknown. A shared PID without ID3 has none.
  package func program(ofPID pid: UInt16) -> UInt16? {
    metadata.streams[pid]?.program ?? programs.program(ofPID: pid)
  }
}
