extension PIDSieve {
  /// Reads PCR and the declaration of a new time base from the PCR PID of a program.
  func readClock(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    guard packet.hasAdaptationField, !packet.hasTransportError else { return }
    forEachProgram(of: pid) { index in
      guard programs[index].map?.pcrPID == pid else { return }
      if packet.hasDiscontinuity {
        programs[index].declareDiscontinuity()
        excuseChanges(ofProgram: programs[index].number)
      }
      guard let base = packet.pcrBase else { return }
      let (moved, jump) = programs[index].receivePCR(base)
      if let jump, hole == nil { note(jump, pid: pid, program: index, offset: offset) }
      if moved { clockMoved(program: index) }
    }
  }

  /// Reads the PTS of an audio or video PES packet.
  func readFrame(_ packet: TransportPacket, pid: UInt16, offset: Int64, isAudio: Bool) {
    guard let pts = PESHeader.presentationTimestamp(packet.payload) else { return }
    forEachProgram(of: pid) { index in
      let (moved, jump) = programs[index].receiveFrame(
        pid: pid,
        pts: pts,
        isAudio: isAudio,
        length: isAudio ? PESHeader.packetLength(packet.payload) : 0
      )
      if let jump, hole == nil { note(jump, pid: pid, program: index, offset: offset) }
      if moved { clockMoved(program: index) }
    }
  }

  /// Ends a part of the input, such as a segment: where its first and its last audio or video frame
  /// start on the presentation timeline, in 90 kHz ticks; nil when it had none. To be called when the
  /// whole part has been processed.
  public func takeFramesSeen() -> ClosedRange<Int64>? {
    defer { for index in programs.indices { programs[index].forgetFramesSeen() } }
    return framesSeen
  }

  /// The same of the part in hand, as far as it has been processed.
  public var framesSeen: ClosedRange<Int64>? { framesSeen(\.all) }

  /// The same of video frames alone.
  package var videoFramesSeen: ClosedRange<Int64>? { framesSeen(\.video) }

  private func framesSeen(
    _ kind: KeyPath<FramesSeen, ClosedRange<Int64>?>
  ) -> ClosedRange<Int64>? {
    var seen: ClosedRange<Int64>?
    for index in programs.indices {
      guard let frames = programs[index].framesSeen[keyPath: kind] else { continue }
      seen =
        seen.map {
          min($0.lowerBound, frames.lowerBound)...max($0.upperBound, frames.upperBound)
        } ?? frames
    }
    return seen
  }

  private func forEachProgram(of pid: UInt16, _ body: (Int) -> Void) {
    let first = Int(programOfPID[Int(pid)])
    guard first >= 0 else { return }
    body(first)
    guard !furtherPrograms.isEmpty else { return }
    furtherPrograms[pid]?.forEach(body)
  }

  private func note(
    _ jump: PresentationClock.Jump,
    pid: UInt16,
    program index: Int,
    offset: Int64
  ) {
    let (rule, words, ticks) =
      switch jump {
      case .backward(let ticks): ("clock-pts-backward", "PTS back by", ticks)
      case .forward(let ticks): ("clock-pts-jump", "PTS jumps", ticks)
      }
    self.note(
      TransportNote(
        rule: rule,
        offset: offset,
        pid: pid,
        program: programs[index].number,
        measured: ticks,
        detail: "\(words) \(Timestamp.seconds(ticks)) without discontinuity"
      )
    )
  }

  // MARK: - Placing tags

  /// The program whose clock places the tags of a PID: its own, else the first that has a clock.
  private func clockProgram(of program: UInt16?) -> Int? {
    // By index: programs are large values, and this is asked for every packet of tables and tags.
    if let program {
      for index in programs.indices where programs[index].number == program { return index }
      return nil
    }
    for index in programs.indices where programs[index].clock.reading != nil { return index }
    return programs.indices.first
  }

  /// Places a PES on the timeline of its program, or lets it wait for the clock.
  func place(_ pes: MetadataPES) {
    if hole != nil, let pts = pes.header?.pts, let reading = reading(for: pes) {
      settleHole(at: reading.time(of: pts))
    }
    noteMultiplex(
      of: pes,
      isDeclaredLater: pes.isReplayed && metadata[pes.pid]?.isDeclared == true
    )
    noteSurroundings(of: pes)
    var entry = WaitingPES(pes: pes)
    if tryPlacing(&entry) { return }
    waiting.packets.append(entry)
    if waiting.packets.count > Self.maximumWaiting {
      placeByItself(waiting.packets.removeFirst().pes)
    }
  }

  /// Notes what stands around a PES in the multiplex. What was around a kept packet when it came is
  /// not known any more.
  private func noteSurroundings(of pes: MetadataPES) {
    guard !pes.isReplayed, let index = clockProgram(of: pes.program) else { return }
    programs[index].audio.receive(pes)
    pes.isBehindOtherPID = programs[index].map?.namesMetadata(inFrontOf: pes.pid) ?? false
    guard !programs[index].isBetweenTimeBases else { return }
    pes.programClock = programs[index].lastPCR
  }

  /// The presentation time that a program has reached, of the first with a clock when `program` is nil.
  func time(ofProgram program: UInt16?) -> Int64? {
    clockProgram(of: program).flatMap { programs[$0].clock.reading?.time }
  }

  /// Whether a program, the first with a clock when `program` is nil, has shown audio.
  public func hasAudio(ofProgram program: UInt16?) -> Bool {
    clockProgram(of: program).map { !programs[$0].audio.isEmpty } ?? false
  }

  /// Places a PES if its clock runs. One whose time stamp is far from the reference waits a little
  /// longer: it may belong to the time base that is about to start. After that its time stamp is not
  /// believed.
  private func tryPlacing(_ entry: inout WaitingPES, isLastChance: Bool = false) -> Bool {
    let pes = entry.pes
    if let index = clockProgram(of: pes.program),
      programs[index].hasNoClock || programs[index].runsOnTags
    {
      followTag(pes, program: index)
    }
    guard let reading = reading(for: pes) else { return false }
    guard let pts = pes.header?.pts else {
      pes.placement = .estimated(reading.time)
      return true
    }
    // The next time stamp of the reference tells which of two readings is right.
    if !isLastChance, let other = alternativeReading(for: pes),
      other.time(of: pts) != reading.time(of: pts)
    {
      return false
    }
    if reading.distance(to: pts) <= PresentationClock.jumpLimit {
      pes.placement = .placed(reading.time(of: pts))
      return true
    }
    let deadline = entry.deadline ?? reading.time + WaitingPES.timeout90kHz
    entry.deadline = deadline
    guard isLastChance || reading.time >= deadline else { return false }
    pes.placement = .estimated(reading.time)
    pes.jump = Timestamp.difference(pts, reading.raw) < 0 ? .backward : .forward
    return true
  }

  /// What the clock of a PES shows. Without any map it is the clock of the frames that say by
  /// themselves what they are.
  private func reading(for pes: MetadataPES) -> PresentationClock.Reading? {
    if programs.contains(where: { $0.map != nil }) {
      return clockProgram(of: pes.program).flatMap { programs[$0].clock.reading }
    }
    return replayedReading ?? tablelessClock.reading
  }

  /// The reading that is right instead of the other when one time stamp of the reference was wrong.
  private func alternativeReading(for pes: MetadataPES) -> PresentationClock.Reading? {
    guard programs.contains(where: { $0.map != nil }) else { return nil }
    return clockProgram(of: pes.program).flatMap { programs[$0].alternativeReading }
  }

  /// Lets a tag's own time stamp drive the clock of a program that has no other.
  private func followTag(_ pes: MetadataPES, program index: Int) {
    guard let pts = pes.header?.pts, let jump = programs[index].receiveTag(pts: pts) else { return }
    note(jump, pid: pes.pid, program: index, offset: pes.offset)
  }

  private func clockMoved(program index: Int) {
    if hole != nil { settleHole(at: programs[index].clock.reading?.time) }
    if !waitingSplices.isEmpty { releaseSplices(ofProgram: index) }
    guard !waiting.isEmpty else { return }
    settleChanges(ofProgram: index)
    let number = programs[index].number
    var still: [WaitingPES] = []
    for var entry in waiting.packets {
      let isConcerned = entry.pes.program == nil || entry.pes.program == number
      if !isConcerned || !tryPlacing(&entry) { still.append(entry) }
    }
    waiting.packets = still
  }

  /// Places a PES without a reference: its own time stamp drives the clock of its program.
  private func placeByItself(_ pes: MetadataPES) {
    var entry = WaitingPES(pes: pes)
    if tryPlacing(&entry, isLastChance: true) { return }
    guard let pts = pes.header?.pts else {
      pes.placement = .unplaced
      return
    }
    if programs.isEmpty { programs.append(Program(number: 0, mapPID: TransportPacket.nullPID)) }
    guard let index = clockProgram(of: pes.program) else {
      pes.placement = .unplaced
      return
    }
    followTag(pes, program: index)
    pes.placement = programs[index].clock.reading.map { .placed($0.time(of: pts)) } ?? .unplaced
  }

  /// Places everything that still waits by its own time stamp: no reference will come any more, or
  /// nobody can wait for it any longer.
  public func settleWaiting() {
    for entry in waiting.packets { placeByItself(entry.pes) }
    waiting.packets.removeAll()
  }

  /// The length of a program's timeline in 90 kHz ticks, the longest of all with nil; nil when no
  /// clock ran.
  public func duration(ofProgram number: UInt16? = nil) -> Int64? {
    runningPrograms(number).map(\.clock.end).max()
  }

  /// The same with the last PES packet of audio no longer than its frames: the length of the content.
  package func contentDuration(ofProgram number: UInt16? = nil) -> Int64? {
    runningPrograms(number).map(\.end).max()
  }

  /// The raw time stamp, 33 bits, that stands at time 0 of a program's timeline, of the first program
  /// with a clock when `number` is nil; nil before the first frame.
  public func clockOrigin(ofProgram number: UInt16? = nil) -> Int64? {
    runningPrograms(number).lazy.compactMap(\.clock.origin).first
  }

  /// The presentation time that a program has reached in 90 kHz ticks, the earliest of all that have
  /// started with nil; nil before the first frame. A step that may be one wrong time stamp does not count
  /// yet.
  public func now(ofProgram number: UInt16? = nil) -> Int64? {
    runningPrograms(number).compactMap(\.now).min()
  }

  /// The programs whose clock runs, all of that number or of any with nil.
  private func runningPrograms(_ number: UInt16?) -> [Program] {
    let running = programs.filter {
      (number == nil || $0.number == number) && $0.clock.reading != nil
    }
    let isTableless = running.isEmpty && !programs.contains { $0.map != nil }
    return isTableless && tablelessClock.reading != nil ? [tablelessClock.program] : running
  }

  /// What the map in force of each program names: the programs with audio, and those with video.
  public var programMedia: (audio: [UInt16], video: [UInt16]) {
    (
      programs.filter { $0.map?.streams.contains { $0.kind == .audio } ?? false }.map(\.number),
      programs.filter { $0.map?.streams.contains { $0.kind == .video } ?? false }.map(\.number)
    )
  }

  /// The numbers of the programs.
  public var programNumbers: [UInt16] { programs.map(\.number) }
}
