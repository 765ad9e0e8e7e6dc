extension PIDSieve {
  /// The framing in force; nil before the first packet.
  public var framing: PacketFraming? { packets.framing }

  /// The position of the next byte that has not been used.
  package var position: StreamPosition { packets.position() }

  /// The number of packets so far.
  public var packetCount: Int64 { packets.packetCount }

  /// Errors of the map in force are noted again after this many 90 kHz ticks of the presentation; nil: never.
  /// A stream without an end is checked repeatedly.
  public var reminder: Int64? {
    get { declarations.reminderInterval }
    set { declarations.reminderInterval = newValue }
  }

  /// The starts of the first and the last audio or video frame of the current segment, as far as it has been
  /// processed, on the presentation timeline, in 90 kHz ticks; nil without frames.
  public var framesSeen: ClosedRange<Int64>? { programs.framesSeen(\.all) }

  // MARK: - Programs

  /// The numbers of the programs.
  public var programNumbers: [UInt16] { programs.list.map(\.number) }

  /// The programs whose map in force lists audio, and those whose map lists video.
  public var programMedia: (audio: [UInt16], video: [UInt16]) {
    func numbers(of kind: StreamType.Kind) -> [UInt16] {
      programs.list.filter { $0.map?.streams.contains { $0.kind == kind } ?? false }.map(\.number)
    }
    return (numbers(of: .audio), numbers(of: .video))
  }

  /// Whether audio of a program has arrived; nil: of the first program with a clock.
  public func hasAudio(ofProgram program: UInt16?) -> Bool {
    programs.clockIndex(ofProgram: program).map { !programs.list[$0].audio.isEmpty } ?? false
  }

  /// The PCR PID of a program if no PCR arrived; nil if one did, or if the map declares no PCR.
  package func missingClockPID(ofProgram number: UInt16) -> UInt16? {
    guard let index = programs.index(ofProgram: number), programs.list[index].lastPCR == nil,
      let pid = programs.list[index].map?.pcrPID, pid != ProgramMap.noPCR, !carriesMetadata(pid)
    else { return nil }
    return pid
  }

  /// The length of a program's timeline in 90 kHz ticks; `number` nil: the longest of all. Nil when no clock
  /// ran.
  public func duration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.duration(ofProgram: number)
  }

  /// The same, with the last PES packet of audio counted by its frames: the length of the content.
  package func contentDuration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).map(\.end).max()
  }

  /// The raw time stamp, 33 bits, at time 0 of a program's timeline; `number` nil: of the first program with
  /// a clock. Nil before the first frame.
  public func clockOrigin(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).lazy.compactMap(\.clock.origin).first
  }

  /// The presentation time that a program has reached in 90 kHz ticks; `number` nil: the earliest of all that
  /// have started. Nil before the first frame. A step that can be one wrong time stamp does not count yet.
  public func now(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).compactMap(\.now).min()
  }

  // MARK: - ID3

  /// The ID3 streams, in the order in which they were found.
  package var metadataStreams: [MetadataStream] { metadata.inOrder }

  /// Whether a PID carries ID3.
  package func carriesMetadata(_ pid: UInt16) -> Bool { metadata.streams[pid] != nil }

  /// The program that a PID belongs to by its ID3, its map, or its frames; nil when it is unknown, or several
  /// share the PID.
  package func program(ofPID pid: UInt16) -> UInt16? {
    metadata.streams[pid]?.program ?? programs.program(ofPID: pid)
  }
}
