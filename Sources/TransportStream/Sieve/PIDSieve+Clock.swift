extension PIDSieve {
  /// Reads PCR and the declaration of a new time base from the PCR PID of a program.
  func readClock(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    guard packet.hasAdaptationField, !packet.hasTransportError else { return }
    forEachProgram(of: pid) { index in
      guard programs[index].map?.pcrPID == pid else { return }
      if packet.hasDiscontinuity { programs[index].declareDiscontinuity() }
      guard let base = packet.pcrBase else { return }
      let (moved, jump) = programs[index].receivePCR(base)
      if let jump { note(jump, pid: pid, program: index, offset: offset) }
      if moved { clockMoved(program: index) }
    }
  }

  /// Reads the PTS of an audio or video PES packet.
  func readFrame(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    guard let pts = PESHeader.presentationTimestamp(packet.payload) else { return }
    forEachProgram(of: pid) { index in
      let (moved, jump) = programs[index].receiveFrame(pid: pid, pts: pts)
      if let jump { note(jump, pid: pid, program: index, offset: offset) }
      if moved { clockMoved(program: index) }
    }
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
      case .backward(let ticks): ("clock-pts-backward", "go back", ticks)
      case .forward(let ticks): ("clock-pts-jump", "jump ahead", ticks)
      }
    let tenths = ticks / (Timestamp.ticksPerSecond / 10)
    output.append(
      TransportNote(
        rule: rule,
        offset: offset,
        pid: pid,
        program: programs[index].number,
        detail:
          "time stamps \(words) by \(tenths / 10).\(tenths % 10) s without a declared discontinuity"
      )
    )
  }

  // MARK: - Placing tags

  /// The program whose clock places the tags of a PID: its own, else the first that has a clock.
  private func clockProgram(of program: UInt16?) -> Int? {
    if let program { return programs.firstIndex { $0.number == program } }
    return programs.firstIndex { $0.clock.reading != nil } ?? programs.indices.first
  }

  /// Places a PES on the timeline of its program, or lets it wait for the clock.
  func place(_ pes: MetadataPES) {
    if tryPlacing(pes, isSecondChance: false) { return }
    waiting.append((pes, clockReading(for: pes) != nil))
    if waiting.count > Self.maximumWaiting {
      placeByItself(waiting.removeFirst().pes)
    }
  }

  private func clockReading(for pes: MetadataPES) -> PresentationClock.Reading? {
    clockProgram(of: pes.program).flatMap { programs[$0].clock.reading }
  }

  /// Places a PES if its clock runs. One whose time stamp is far from the reference gets a second
  /// chance at the next reference: it may belong to the time base that is about to start.
  private func tryPlacing(_ pes: MetadataPES, isSecondChance: Bool) -> Bool {
    guard let index = clockProgram(of: pes.program) else { return false }
    if programs[index].hasNoClock, let pts = pes.header?.pts {
      programs[index].receiveTag(pts: pts)
    }
    guard let reading = programs[index].clock.reading else { return false }
    guard let pts = pes.header?.pts else {
      pes.placement = .estimated(reading.time)
      return true
    }
    guard isSecondChance || reading.distance(to: pts) <= PresentationClock.jumpLimit else {
      return false
    }
    pes.placement = .placed(reading.time(of: pts))
    return true
  }

  private func clockMoved(program index: Int) {
    guard !waiting.isEmpty else { return }
    let number = programs[index].number
    waiting.removeAll { entry in
      guard entry.pes.program == nil || entry.pes.program == number else { return false }
      return tryPlacing(entry.pes, isSecondChance: entry.secondChance)
    }
  }

  /// Places a PES without a reference: its own time stamp drives the clock of its program.
  private func placeByItself(_ pes: MetadataPES) {
    if tryPlacing(pes, isSecondChance: true) { return }
    guard let pts = pes.header?.pts else {
      pes.placement = .unplaced
      return
    }
    if programs.isEmpty { programs.append(Program(number: 0, mapPID: TransportPacket.nullPID)) }
    guard let index = clockProgram(of: pes.program) else {
      pes.placement = .unplaced
      return
    }
    programs[index].receiveTag(pts: pts)
    pes.placement = programs[index].clock.reading.map { .placed($0.time(of: pts)) } ?? .unplaced
  }

  /// Places everything that still waits by its own time stamp: no reference will come any more, or
  /// nobody can wait for it any longer.
  public func settleWaiting() {
    for entry in waiting { placeByItself(entry.pes) }
    waiting.removeAll()
  }

  /// The longest timeline of all programs in 90 kHz ticks; nil when no clock ran.
  public var duration: Int64? {
    programs.filter { $0.clock.reading != nil }.map(\.clock.end).max()
  }

  /// The presentation time reached, in 90 kHz ticks; nil before the first frame.
  public var now: Int64? { programs.compactMap { $0.clock.reading?.time }.max() }
}
