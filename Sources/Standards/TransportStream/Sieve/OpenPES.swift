/// A PES packet until it is handed out: it may be incomplete, or wait for a clock or for audio. The stream of its
/// PID, the list of waiting PES packets and the output of the sieve share it.
final class OpenPES {
  var value: MetadataPES
  var isComplete = false
  /// The presentation time until which the PES packet waits for a nearer reference; nil before that wait begins.
  private var deadline: Int64?
  /// The program's audio PIDs on which the PTS of the PES packet may still arrive.
  private var awaitedAudio: Set<UInt16> = []
  /// The presentation time until which the PES packet waits for audio; nil until the clock moves.
  private var audioDeadline: Int64?
  /// The first piece of the PES packet, if this is a later piece; nil otherwise.
  private let first: OpenPES?

  init(_ value: MetadataPES) {
    self.value = value
    first = nil
  }

  /// The next piece of a PES packet, with the facts of the earlier pieces and their position on the timeline.
  init(pieceOf other: OpenPES, _ packets: [UInt8]) {
    value = other.value
    value.packets = packets
    value.isContinuation = true
    first = other.first ?? other
  }

  /// Whether the PES packet waits neither for its position nor for audio, so it can be handed out when it is complete.
  var isSettled: Bool {
    let first = first ?? self
    return first.value.placement != .waiting && first.awaitedAudio.isEmpty
  }

  /// Hands the PES packet out, and releases its transport packets.
  func handOut() -> MetadataPES {
    defer { value.packets = [] }
    if let first {
      (value.placement, value.jump) = (first.value.placement, first.value.jump)
      (value.clockStep, value.stepInSegment) = (first.value.clockStep, first.value.stepInSegment)
      value.hasAudioFrame = first.value.hasAudioFrame
    }
    return value
  }

  // MARK: - Audio

  /// Starts to wait for audio with the same PTS, unless it has arrived, or no audio is within 2 s before this PTS.
  func awaitAudio(of program: Program) {
    guard let pts = value.header?.pts else { return }
    if program.audio.hasFrame(at: pts) {
      value.hasAudioFrame = true
    } else {
      let near = program.audio.near(pts)
      awaitedAudio = near.behind.intersection(program.audioPIDs)
      if awaitedAudio.isEmpty, near.isPassed { value.hasAudioFrame = false }
    }
  }

  /// Handles the PTS of an audio PES packet. A PID that has passed the PTS of this PES packet is no longer waited for.
  func receiveAudio(_ pts: Int64, ofPID pid: UInt16) {
    guard let own = value.header?.pts, awaitedAudio.contains(pid) else { return }
    if AudioFrames.isSame(own, pts) {
      value.hasAudioFrame = true
      awaitedAudio = []
    } else if Timestamp.difference(pts, own) > 0 {
      awaitedAudio.remove(pid)
      if awaitedAudio.isEmpty { value.hasAudioFrame = false }
    }
  }

  /// Stops waiting for audio if the program's clock has moved by the timeout since the first call.
  func endAudioWait(at now: Int64?) {
    guard !awaitedAudio.isEmpty, let now else { return }
    let deadline = audioDeadline ?? now + Self.timeout90kHz
    audioDeadline = deadline
    if now >= deadline { endAudioWait() }
  }

  /// Stops waiting for audio if a later ID3 PES packet has a PTS that is later by the timeout.
  func endAudioWait(at later: OpenPES) {
    guard !awaitedAudio.isEmpty, value.program == later.value.program,
      let pts = value.header?.pts, let latest = later.value.header?.pts,
      Timestamp.difference(latest, pts) >= Self.timeout90kHz
    else { return }
    endAudioWait()
  }

  /// Stops waiting for audio. Whether audio has the same PTS remains unknown.
  func endAudioWait() { awaitedAudio = [] }

  // MARK: - Placing

  /// The maximum wait for the reference to enter the tag's time base, and for audio: 2 s.
  static let timeout90kHz = 2 * Timestamp.ticksPerSecond

  /// Places the PES packet if its program's clock runs. A PES packet whose time stamp is far from the reference waits,
  /// because its time base may be about to start; after the timeout the time stamp counts as wrong. A doubtful step of
  /// the reference may also cause a wait. `isLastChance` prevents waits. Returns whether the PES packet is placed.
  func tryPlacing(
    on programs: inout ProgramList,
    into output: inout SieveOutput,
    isLastChance: Bool = false
  ) -> Bool {
    if value.placement != .waiting { return true }
    if let index = programs.clockIndex(ofProgram: value.program),
      programs.list[index].hasNoClock || programs.list[index].runsOnTags,
      let note = programs.followTag(value, program: index)
    {
      output.append(note)
    }
    guard let reading = programs.reading(ofProgram: value.program) else { return false }
    guard let pts = value.header?.pts else {
      place(.estimated(reading.time), on: programs)
      return true
    }
    // The next time stamp of the reference decides which of two readings is right.
    if !isLastChance, let other = programs.alternativeReading(ofProgram: value.program),
      other.time(of: pts) != reading.time(of: pts)
    {
      return false
    }
    if reading.distance(to: pts) <= PresentationClock.jumpLimit {
      place(.placed(reading.time(of: pts)), on: programs)
      return true
    }
    let deadline = deadline ?? reading.time + Self.timeout90kHz
    self.deadline = deadline
    guard isLastChance || reading.time >= deadline else { return false }
    place(.estimated(reading.time), on: programs)
    value.jump = Timestamp.difference(pts, reading.raw)
    return true
  }

  /// Places the PES packet now. If no clock runs, its own time stamp drives the program's clock.
  func placeByItself(on programs: inout ProgramList, into output: inout SieveOutput) {
    endAudioWait()
    if tryPlacing(on: &programs, into: &output, isLastChance: true) { return }
    value.placement = .unplaced
    guard let pts = value.header?.pts else { return }
    if programs.list.isEmpty {
      programs.list.append(Program(number: 0, mapPID: TransportPacket.nullPID))
    }
    guard let index = programs.clockIndex(ofProgram: value.program) else { return }
    if let note = programs.followTag(value, program: index) { output.append(note) }
    if let reading = programs.list[index].clock.reading {
      place(.placed(reading.time(of: pts)), on: programs)
    }
  }

  private func place(_ placement: MetadataPES.Placement, on programs: ProgramList) {
    value.placement = placement
    guard let index = programs.clockIndex(ofProgram: value.program) else { return }
    value.multiplex.arrivedMedia = programs.list[index].arrivedMedia
    guard let pts = value.header?.pts, let time = value.time,
      let steps = programs.list[index].steps(to: pts, at: time)
    else { return }
    (value.clockStep, value.stepInSegment) = (steps.all, steps.inPart)
  }
}

/// The PES packets that wait for their position on the timeline, or for audio.
struct WaitingPackets {
  /// The maximum number of waiting PES packets. If there are more, the oldest is placed at once.
  static let maximumCount = 256

  private var entries: [OpenPES] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Places a PES packet on the timeline of its program, or lets it wait for a clock or for audio.
  mutating func place(
    _ pes: OpenPES,
    on programs: inout ProgramList,
    into output: inout SieveOutput
  ) {
    entries.removeAll { earlier in
      earlier.endAudioWait(at: pes)
      return earlier.isSettled
    }
    if pes.tryPlacing(on: &programs, into: &output), pes.isSettled { return }
    if entries.isEmpty { output.beginBacklog() }
    entries.append(pes)
    guard entries.count > Self.maximumCount else { return }
    entries.removeFirst().placeByItself(on: &programs, into: &output)
  }

  /// Places those PES packets that waited for the clock of a program and that can be placed now.
  mutating func release(
    ofProgram number: UInt16,
    on programs: inout ProgramList,
    into output: inout SieveOutput
  ) {
    let now = programs.time(ofProgram: number)
    entries.removeAll { pes in
      guard pes.value.program == nil || pes.value.program == number else { return false }
      pes.endAudioWait(at: now)
      return pes.tryPlacing(on: &programs, into: &output) && pes.isSettled
    }
  }

  mutating func receiveAudio(_ pts: Int64, ofPID pid: UInt16) {
    entries.removeAll { pes in
      pes.receiveAudio(pts, ofPID: pid)
      return pes.isSettled
    }
  }

  mutating func endAudioWaits() {
    entries.removeAll { pes in
      pes.endAudioWait()
      return pes.isSettled
    }
  }

  /// Places all waiting PES packets now.
  mutating func finish(on programs: inout ProgramList, into output: inout SieveOutput) {
    for pes in entries { pes.placeByItself(on: &programs, into: &output) }
    entries.removeAll()
  }
}

/// What waits until a clock moves: PES packets, notes, and a hole in the input.
struct WaitingForClock {
  var packets = WaitingPackets()
  var changes = PendingChanges()
  var hole: Hole?

  var isEmpty: Bool { hole == nil && packets.isEmpty && changes.isEmpty }
}

/// The PTS of the latest audio PES packets of one program.
struct AudioFrames {
  /// The maximum number of PTS that are kept: more than five seconds of AAC at 48 kHz with one frame in each PES
  /// packet.
  private static let capacity = 256

  /// The latest PTS; nil before the first PTS, and after a declared discontinuity or a missing part until the next PTS.
  private(set) var last: Int64?
  var isEmpty: Bool { recent.isEmpty }

  private var recent: [Int64] = []
  private var oldest = 0
  /// The latest PTS of each PID in the current time base.
  private var latest: [UInt16: Int64] = [:]

  mutating func receive(_ pts: Int64, ofPID pid: UInt16) {
    last = pts
    latest[pid] = pts
    if recent.count < Self.capacity {
      recent.append(pts)
    } else {
      recent[oldest] = pts
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// Whether a recent audio PES packet has this PTS, within one tick.
  func hasFrame(at pts: Int64) -> Bool { recent.contains { Self.isSame($0, pts) } }

  /// The PIDs that are at most 2 s behind a PTS, and whether a PID has passed the PTS by at most 2 s. Audio that is
  /// farther away has stopped, or is in another time base.
  func near(_ pts: Int64) -> (behind: Set<UInt16>, isPassed: Bool) {
    var near: (behind: Set<UInt16>, isPassed: Bool) = ([], false)
    for (pid, latest) in latest {
      switch Timestamp.difference(pts, latest) {
      case 1...OpenPES.timeout90kHz: near.behind.insert(pid)
      case -OpenPES.timeout90kHz..<0: near.isPassed = true
      default: break
      }
    }
    return near
  }

  /// Forgets the latest PTS of each PID, at a declared discontinuity or a missing part of the input.
  mutating func beginTimeBase() {
    last = nil
    latest = [:]
  }

  /// Whether two PTS differ by at most one tick, and so belong to one frame.
  static func isSame(_ pts: Int64, _ other: Int64) -> Bool {
    abs(Timestamp.difference(pts, other)) <= 1
  }
}
