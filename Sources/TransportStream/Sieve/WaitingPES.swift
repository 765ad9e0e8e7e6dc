/// A PES packet whose position on the timeline is not yet known.
struct WaitingPES {
  /// The timeout for the reference to follow a tag into a new time base: 2 s.
  static let timeout90kHz = 2 * Timestamp.ticksPerSecond

  let pes: MetadataPES
  /// The presentation time until which the PES waits for a reference nearer to its time stamp; nil while
  /// there is no reference at all.
  var deadline: Int64?

  /// Places a PES if its clock runs. If its time stamp is far from the reference, it waits a little longer:
  /// it can belong to the time base that is about to start. After that, its time stamp counts as wrong.
  mutating func tryPlacing(
    on programs: inout ProgramList,
    into output: inout SieveOutput,
    isLastChance: Bool = false
  ) -> Bool {
    if let index = programs.clockIndex(ofProgram: pes.program),
      programs.list[index].hasNoClock || programs.list[index].runsOnTags,
      let note = programs.followTag(pes, program: index)
    {
      output.append(note)
    }
    guard let reading = programs.reading(ofProgram: pes.program) else { return false }
    guard let pts = pes.header?.pts else {
      pes.placement = .estimated(reading.time)
      return true
    }
    // The next time stamp of the reference decides which of two readings is right.
    if !isLastChance, let other = programs.alternativeReading(ofProgram: pes.program),
      other.time(of: pts) != reading.time(of: pts)
    {
      return false
    }
    if reading.distance(to: pts) <= PresentationClock.jumpLimit {
      pes.placement = .placed(reading.time(of: pts))
      return true
    }
    let deadline = deadline ?? reading.time + Self.timeout90kHz
    self.deadline = deadline
    guard isLastChance || reading.time >= deadline else { return false }
    pes.placement = .estimated(reading.time)
    pes.jump = Timestamp.difference(pts, reading.raw) < 0 ? .backward : .forward
    return true
  }

  /// Places a PES without a reference: its own time stamp drives the clock of its program.
  static func placeByItself(
    _ pes: MetadataPES,
    on programs: inout ProgramList,
    into output: inout SieveOutput
  ) {
    var entry = WaitingPES(pes: pes)
    if entry.tryPlacing(on: &programs, into: &output, isLastChance: true) { return }
    guard let pts = pes.header?.pts else {
      pes.placement = .unplaced
      return
    }
    if programs.list.isEmpty {
      programs.list.append(Program(number: 0, mapPID: TransportPacket.nullPID))
    }
    guard let index = programs.clockIndex(ofProgram: pes.program) else {
      pes.placement = .unplaced
      return
    }
    if let note = programs.followTag(pes, program: index) { output.append(note) }
    let reading = programs.list[index].clock.reading
    pes.placement = reading.map { .placed($0.time(of: pts)) } ?? .unplaced
  }
}

/// PES packets without a place.
struct WaitingPackets {
  /// The most PES packets that wait for a clock; above that, the oldest is placed by its own time stamp.
  static let maximumCount = 256

  private var entries: [WaitingPES] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Places a PES on the timeline of its program, or holds it until the clock runs.
  mutating func place(
    _ pes: MetadataPES,
    on programs: inout ProgramList,
    into output: inout SieveOutput
  ) {
    var entry = WaitingPES(pes: pes)
    if entry.tryPlacing(on: &programs, into: &output) { return }
    entries.append(entry)
    guard entries.count > Self.maximumCount else { return }
    WaitingPES.placeByItself(entries.removeFirst().pes, on: &programs, into: &output)
  }

  /// Places the PES packets that waited for the clock of a program.
  mutating func release(
    ofProgram number: UInt16,
    on programs: inout ProgramList,
    into output: inout SieveOutput
  ) {
    guard !entries.isEmpty else { return }
    var still: [WaitingPES] = []
    for var entry in entries {
      let isConcerned = entry.pes.program == nil || entry.pes.program == number
      let isPlaced = isConcerned && entry.tryPlacing(on: &programs, into: &output)
      if !isPlaced { still.append(entry) }
    }
    entries = still
  }

  /// Places all waiting PES packets by their own time stamps.
  mutating func finish(on programs: inout ProgramList, into output: inout SieveOutput) {
    for entry in entries {
      WaitingPES.placeByItself(entry.pes, on: &programs, into: &output)
    }
    entries.removeAll()
  }
}

/// The data that the sieve cannot output before a clock has moved.
struct WaitingForClock {
  /// PES packets that wait for their position.
  var packets = WaitingPackets()
  /// Changes of ID3 streams that a discontinuity may yet excuse.
  var changes = PendingChanges()
  /// A part of the input that is missing before what comes next.
  var hole: Hole?

  /// Whether nothing waits but a hole.
  var isEmpty: Bool { packets.isEmpty && changes.isEmpty }
}
