extension PIDSieve {
  /// The framing in force; nil before the first packet.
  public var framing: PacketFraming? { packets.framing }

  /// Packets seen.
  public var packetCount: Int64 { packets.packetCount }

  /// Packets missing by the continuity counters of PIDs other than ID3 and tables.
  public var lostFramePackets: Int { loss.packetCount }

  /// Bytes from one packet to the next, where the first byte that was not used begins a packet; nil: it may not.
  public var stride: Int? { packets.isSynchronized ? packets.stride : nil }

  /// What is wrong with the map in force is noted again after this many 90 kHz ticks of the presentation; nil: never.
  /// A stream without an end is judged again and again.
  public var reminder: Int64? {
    get { declarations.reminderInterval }
    set { declarations.reminderInterval = newValue }
  }

  /// Where the first and the last audio or video frame of the part in hand start, as far as it has been processed, on
  /// the presentation timeline, in 90 kHz ticks; nil when it had none.
  public var framesSeen: ClosedRange<Int64>? { programs.framesSeen(\.all) }

  /// The same of video frames alone.
  package var videoFramesSeen: ClosedRange<Int64>? { programs.framesSeen(\.video) }

  // MARK: - Programs

  /// The numbers of the programs.
  public var programNumbers: [UInt16] { programs.list.map(\.number) }

  /// What the map in force of each program names: the programs with audio, and those with video.
  public var programMedia: (audio: [UInt16], video: [UInt16]) {
    func numbers(of kind: StreamType.Kind) -> [UInt16] {
      programs.list.filter { $0.map?.streams.contains { $0.kind == kind } ?? false }.map(\.number)
    }
    return (numbers(of: .audio), numbers(of: .video))
  }

  /// Whether a program, the first with a clock when `program` is nil, has shown audio.
  public func hasAudio(ofProgram program: UInt16?) -> Bool {
    programs.clockIndex(ofProgram: program).map { !programs.list[$0].audio.isEmpty } ?? false
  }

  /// The PCR PID of a program where no PCR came; nil where one did, or the map says that none will.
  package func missingClockPID(ofProgram number: UInt16) -> UInt16? {
    guard let index = programs.index(ofProgram: number), programs.list[index].lastPCR == nil,
      let pid = programs.list[index].map?.pcrPID, pid != ProgramMap.noPCR, !carriesMetadata(pid)
    else { return nil }
    return pid
  }

  /// The length of a program's timeline in 90 kHz ticks, the longest of all with nil; nil when no
  /// clock ran.
  public func duration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.duration(ofProgram: number)
  }

  /// The same with the last PES packet of audio no longer than its frames: the length of the content.
  package func contentDuration(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).map(\.end).max()
  }

  /// The raw time stamp, 33 bits, that stands at time 0 of a program's timeline, of the first program
  /// with a clock when `number` is nil; nil before the first frame.
  public func clockOrigin(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).lazy.compactMap(\.clock.origin).first
  }

  /// The presentation time that a program has reached in 90 kHz ticks, the earliest of all that have
  /// started with nil; nil before the first frame. A step that may be one wrong time stamp does not count
  /// yet.
  public func now(ofProgram number: UInt16? = nil) -> Int64? {
    programs.running(number).compactMap(\.now).min()
  }

  // MARK: - ID3

  /// An ID3 stream as far as the sieve knows it.
  public struct MetadataStreamFacts: Sendable, Hashable {
    /// The PID.
    public let pid: UInt16
    /// The program whose map names it.
    public let program: UInt16?
    /// Whether a program map declares it as ID3.
    public let isDeclared: Bool
    /// PES packets let through.
    public let pesCount: Int
  }

  /// The ID3 streams in the order they were found.
  public var metadataStreams: [MetadataStreamFacts] {
    metadata.inOrder.map {
      MetadataStreamFacts(
        pid: $0.pid,
        program: $0.program,
        isDeclared: $0.isDeclared,
        pesCount: $0.startCount
      )
    }
  }

  /// Whether a PID carries ID3.
  package func carriesMetadata(_ pid: UInt16) -> Bool { metadata.contains(pid) }

  /// The program that a PID belongs to: that of its ID3, its map, or its frames; nil where none is known, or
  /// several share the PID.
  package func program(ofPID pid: UInt16) -> UInt16? {
    metadata.program(ofPID: pid) ?? programs.program(ofPID: pid)
  }
}
