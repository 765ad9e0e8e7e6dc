/// The PIDs of ID3, whose packets are passed on, and possible PIDs of ID3, whose packets are kept.
struct MetadataStreams {
  /// The most PIDs that are followed.
  static let maximumCount = PIDSieve.maximumMetadataPIDs

  /// The result of activating a PID.
  enum Activation: Equatable {
    /// It is already active.
    case known
    /// It is passed on from now on.
    case begun
    /// There are too many PIDs.
    case refused
  }

  private var streams: [UInt16: MetadataStream] = [:]
  /// The PIDs, in the order in which they were found.
  private(set) var order: [UInt16] = []
  private var candidates = CandidateBuffer()
  /// PIDs that are ignored.
  private var ignoredPIDs: Set<UInt16> = []
  private var firstIgnored: (position: StreamPosition, time: Int64?)?

  /// The streams, in the order in which they were found.
  var inOrder: [MetadataStream] { order.compactMap { streams[$0] } }

  /// Whether a PID carries ID3.
  func contains(_ pid: UInt16) -> Bool { streams[pid] != nil }

  /// The program whose map names a PID as ID3.
  func program(ofPID pid: UInt16) -> UInt16? { streams[pid]?.program }

  /// Whether a program map has declared a PID as ID3.
  func isDeclared(_ pid: UInt16) -> Bool { streams[pid]?.isDeclared == true }

  // MARK: - Packets

  /// Counts an ID3 PES packet of a PID whose PTS is that of an audio PES packet.
  mutating func countAudioFrame(ofPID pid: UInt16) { streams[pid]?.audioFrameCount += 1 }

  /// Passes a packet to the stream of a PID. Returns the PES packets that start. Notes have the presentation
  /// time `now`. Placing a PES packet can note a jump: that must wait until the stream has written its own notes.
  mutating func receive(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    now: Int64?,
    into output: inout SieveOutput
  ) -> [OpenPES] {
    output.now = now
    return streams[pid]?.receive(packet, position: position, into: &output) ?? []
  }

  /// Ends the stream of a PID: held packets are passed on. Returns the PES packets that start.
  mutating func finish(_ pid: UInt16, now: Int64?, into output: inout SieveOutput) -> [OpenPES] {
    output.now = now
    return streams[pid]?.finish(into: &output) ?? []
  }

  /// Completes the PES packets whose end has not come, in the order of their PIDs.
  mutating func complete(into output: inout SieveOutput) {
    for pid in order.sorted() { streams[pid]?.complete(into: &output) }
  }

  /// Packets of a PID are known to be missing before the next one. Returns the PES packets that start.
  mutating func beginAfterHole(
    _ pid: UInt16,
    now: Int64?,
    into output: inout SieveOutput
  ) -> [OpenPES] {
    output.now = now
    return streams[pid]?.beginAfterHole(into: &output) ?? []
  }

  /// The next packets are the first of a part of the input.
  mutating func beginPart() {
    for pid in order { streams[pid]?.beginPart() }
  }

  // MARK: - PIDs

  /// Passes the packets of a PID on from now on. `time` is the presentation time of its program at `position`.
  mutating func activate(
    _ pid: UInt16,
    program: UInt16?,
    position: StreamPosition,
    time: @autoclosure () -> Int64?
  ) -> Activation {
    if var known = streams[pid] {
      if program != nil {
        known.program = program
        known.isDeclared = true
        streams[pid] = known
      }
      return .known
    }
    guard streams.count < Self.maximumCount else { return .refused }
    streams[pid] = MetadataStream(
      pid: pid,
      program: program,
      isDeclared: program != nil,
      firstPosition: position,
      firstTime: time()
    )
    ignoredPIDs.remove(pid)
    order.append(pid)
    return .begun
  }

  /// Ignores a PID: there are too many.
  mutating func ignore(_ pid: UInt16, position: StreamPosition, time: @autoclosure () -> Int64?) {
    if firstIgnored == nil { firstIgnored = (position, time()) }
    ignoredPIDs.insert(pid)
  }

  /// The note about ignored PIDs at the end of the stream; nil when there are none.
  var ignoredNote: TransportNote? {
    guard let firstIgnored, !ignoredPIDs.isEmpty else { return nil }
    return TransportNote(
      rule: "ts-pid-flood",
      position: firstIgnored.position,
      amount: ignoredPIDs.count,
      time: firstIgnored.time,
      detail: "over \(Self.maximumCount) ID3 PIDs, \(ignoredPIDs.count) ignored"
    )
  }

  /// Updates which PIDs the maps in force still declare.
  mutating func forgetDropped(by programs: ProgramList) {
    for pid in order where streams[pid]?.isInMap == true {
      streams[pid]?.isInMap = programs.declareMetadata(pid)
    }
  }

  /// Allows a PCR on an ID3 PID of a program to be noted again.
  mutating func forgetNotedClocks(ofProgram program: UInt16) {
    for pid in order where streams[pid]?.program == program { streams[pid]?.hasNotedClock = false }
  }

  // MARK: - Candidates

  /// Keeps a packet of a PID that can carry ID3. Returns the PID that was dropped to make room, and whether
  /// the candidates must be decided now.
  mutating func keep(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    reading: PresentationClock.Reading?
  ) -> (dropped: UInt16?, isDue: Bool) {
    let (dropped, isFull) = candidates.append(
      packet,
      pid: pid,
      position: position,
      reading: reading
    )
    let hasWaitedLong = candidates.firstPosition.map {
      position.distance - $0.distance > CandidateBuffer.waitLimitBytes
    }
    return (dropped, isFull || hasWaitedLong == true)
  }

  /// Takes all candidates.
  mutating func takeCandidates() -> [CandidateBuffer.Candidate] { candidates.removeAll() }

  /// Sets whether the next packets of a PID are those that were kept.
  mutating func setReplaying(_ isReplaying: Bool, of pid: UInt16) {
    streams[pid]?.isReplaying = isReplaying
  }
}
