/// The ID3 PIDs, whose packets are passed on, and possible ID3 PIDs, whose packets are kept.
struct MetadataStreams {
  enum Activation: Equatable {
    /// The PID is already active.
    case known
    /// The PID's packets are passed on from now on.
    case begun
    /// There are too many PIDs.
    case refused
  }

  var streams: [UInt16: MetadataStream] = [:]
  private(set) var order: [UInt16] = []
  var candidates = CandidateBuffer()
  private var ignoredPIDs: Set<UInt16> = []
  private var firstIgnored: (position: StreamPosition, time: Int64?)?

  /// The streams, in the order in which they were found.
  var inOrder: [MetadataStream] { order.compactMap { streams[$0] } }

  /// Completes the PES packets whose end has not arrived, in the order of their PIDs.
  mutating func complete(into output: inout SieveOutput) {
    for pid in order.sorted() { streams[pid]?.collector.complete(into: &output) }
  }

  mutating func beginPart() {
    for pid in order { streams[pid]?.beginsPart = true }
  }

  // MARK: - PIDs

  /// Starts to pass on the packets of a PID. `time` is the presentation time that the PID's program has reached.
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
    guard streams.count < PIDSieve.maximumMetadataPIDs else { return .refused }
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

  mutating func ignore(_ pid: UInt16, position: StreamPosition, time: @autoclosure () -> Int64?) {
    if firstIgnored == nil { firstIgnored = (position, time()) }
    ignoredPIDs.insert(pid)
  }

  /// The note about ignored PIDs at the end of the stream; nil if no PID is still ignored.
  var ignoredNote: TransportNote? {
    guard let firstIgnored, !ignoredPIDs.isEmpty else { return nil }
    return TransportNote(
      rule: "ts-pid-flood",
      position: firstIgnored.position,
      amount: ignoredPIDs.count,
      time: firstIgnored.time,
      detail: "too many ID3 PIDs: \(ignoredPIDs.count) ignored"
    )
  }

  /// Marks the streams whose PIDs the maps in force no longer declare.
  mutating func forgetDropped(by programs: ProgramList) {
    for pid in order where streams[pid]?.isInMap == true {
      streams[pid]?.isInMap = programs.declareMetadata(pid)
    }
  }

  mutating func forgetNotedClocks(ofProgram program: UInt16) {
    for pid in order where streams[pid]?.program == program { streams[pid]?.hasNotedClock = false }
  }
}

/// Packets of at most 16 PIDs whose payload starts like ID3, kept while program maps are missing.
struct CandidateBuffer {
  struct Candidate {
    let pid: UInt16
    var packets: [UInt8] = []
    var positions: [StreamPosition] = []
    var readings: [PresentationClock.Reading?] = []
  }

  static let maximumBytes = 1 << 20
  static let maximumPIDs = 16
  /// The maximum number of bytes between the first candidate packet and the last missing program map: 8 MiB. A stream
  /// of 20 Mbit/s, which should repeat the map twice a second, reaches this limit after more than three seconds.
  static let waitLimitBytes: Int64 = 8 << 20

  private var candidates: [Candidate] = []

  /// Keeps a packet. Returns the PID that was dropped to make room, and whether the candidates must be activated now,
  /// because too many bytes are kept or have passed.
  mutating func append(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    reading: PresentationClock.Reading?
  ) -> (dropped: UInt16?, isDue: Bool) {
    var dropped: UInt16?
    let index: Int
    if let known = candidates.firstIndex(where: { $0.pid == pid }) {
      index = known
    } else {
      if candidates.count == Self.maximumPIDs { dropped = candidates.removeFirst().pid }
      candidates.append(Candidate(pid: pid))
      index = candidates.count - 1
    }
    candidates[index].packets.append(contentsOf: packet.bytes)
    candidates[index].positions.append(position)
    candidates[index].readings.append(reading)
    let oldest = candidates.compactMap(\.positions.first?.distance).min() ?? position.distance
    let isFull = candidates[index].packets.count + packet.bytes.count > Self.maximumBytes
    return (dropped, isFull || position.distance - oldest > Self.waitLimitBytes)
  }

  mutating func removeAll() -> [Candidate] {
    defer { candidates.removeAll() }
    return candidates
  }
}
