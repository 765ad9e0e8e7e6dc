extension PIDSieve {
  /// Looks at a packet of a PID that no program map declares as audio, video or ID3.
  func readUnknown(_ packet: TransportPacket, pid: UInt16, offset: Int64, role: PIDRole) {
    let isCandidate = role.contains(.candidate)
    if packet.startsUnit, !knowsAllMaps {
      tablelessClock.receive(packet.payload, pid: pid)
    }
    guard isCandidate || packet.startsUnit && TagProbe.startsTag(pes: packet.payload) else {
      return
    }
    if knowsAllMaps {
      activate(pid, program: nil, offset: offset)
      readMetadata(packet, pid: pid, offset: offset)
      return
    }
    let (dropped, isFull) = candidates.append(
      packet,
      pid: pid,
      offset: offset,
      reading: tablelessClock.reading
    )
    tables[pid].insert(.candidate)
    if let dropped {
      tables[dropped].remove(.candidate)
      ignore(dropped, offset: offset)
    }
    let hasWaitedLong = candidates.firstOffset.map { offset - $0 > CandidateBuffer.waitLimitBytes }
    if isFull || hasWaitedLong == true { activateCandidates() }
  }

  /// Gives a packet to the stream of an ID3 PID.
  func readMetadata(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    output.now = time(ofProgram: metadata[pid]?.program)
    // Placing may note a jump: not while the stream writes its own notes.
    var started: [MetadataPES] = []
    metadata[pid]?.receive(packet, offset: offset, into: &output) { started.append($0) }
    for pes in started { place(pes) }
  }

  /// Decides about the PIDs whose packets were kept: what a map declares as audio or video is
  /// dropped, everything else passes.
  func activateCandidates() {
    for candidate in candidates.removeAll() {
      tables[candidate.pid].remove(.candidate)
      if tables[candidate.pid].contains(.frames) { continue }
      let offset = candidate.offsets.first ?? chunkOffset
      if metadata[candidate.pid] == nil {
        activate(candidate.pid, program: nil, offset: offset)
      } else {
        noteUndeclared(candidate.pid, offset: offset)
      }
      candidate.packets.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        metadata[candidate.pid]?.isReplaying = true
        defer {
          replayedReading = nil
          metadata[candidate.pid]?.isReplaying = false
        }
        for (index, offset) in candidate.offsets.enumerated() {
          replayedReading = candidate.readings[index]
          readMetadata(
            TransportPacket(at: base + index * TransportPacket.byteCount),
            pid: candidate.pid,
            offset: offset
          )
        }
      }
    }
  }

  /// Lets the packets of a PID through from now on.
  func activate(_ pid: UInt16, program: UInt16?, offset: Int64) {
    if var known = metadata[pid] {
      if program != nil {
        known.program = program
        known.isDeclared = true
        metadata[pid] = known
      }
      tables[pid].insert(.metadata)
      return
    }
    guard metadata.count < Self.maximumMetadataPIDs else {
      ignore(pid, offset: offset)
      return
    }
    metadata[pid] = MetadataStream(
      pid: pid,
      program: program,
      isDeclared: program != nil,
      firstOffset: offset,
      firstTime: time(ofProgram: program)
    )
    ignoredPIDs.remove(pid)
    metadataOrder.append(pid)
    tables[pid].insert(.metadata)
    output.append(
      packets: syntheticTables.packets(
        announcing: metadataOrder,
        isFirst: metadataOrder.count == 1
      )
    )
    if program == nil { noteUndeclared(pid, offset: offset) }
  }

  private func noteUndeclared(_ pid: UInt16, offset: Int64) {
    note(
      TransportNote(
        rule: "pmt-undeclared",
        offset: offset,
        pid: pid,
        detail: "ID3 on a PID that no program map has declared yet"
      )
    )
  }

  /// Leaves an ID3 PID out: too many are there.
  private func ignore(_ pid: UInt16, offset: Int64) {
    if firstIgnored == nil { firstIgnored = (offset, time(ofProgram: nil)) }
    ignoredPIDs.insert(pid)
  }

  /// Says how many ID3 PIDs were left out, once the stream has ended.
  func noteIgnored() {
    guard let firstIgnored, !ignoredPIDs.isEmpty else { return }
    noteEarlier(
      TransportNote(
        rule: "ts-pid-flood",
        offset: firstIgnored.offset,
        amount: ignoredPIDs.count,
        time: firstIgnored.time,
        detail: "over \(Self.maximumMetadataPIDs) ID3 PIDs, \(ignoredPIDs.count) ignored"
      )
    )
  }

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

  /// Whether a PID carries ID3.
  package func carriesMetadata(_ pid: UInt16) -> Bool { metadata[pid] != nil }

  /// The program that a PID belongs to: that of its ID3, its map, or its frames; nil where none is known, or
  /// several share the PID.
  package func program(ofPID pid: UInt16) -> UInt16? {
    if let program = metadata[pid]?.program { return program }
    let maps = programs.indices.filter { programs[$0].mapPID == pid }
    if let index = maps.first { return maps.count == 1 ? programs[index].number : nil }
    let index = Int(programOfPID[Int(pid)])
    return programs.indices.contains(index) && furtherPrograms[pid] == nil
      ? programs[index].number : nil
  }

  /// The ID3 streams in the order they were found.
  public var metadataStreams: [MetadataStreamFacts] {
    metadataOrder.compactMap { metadata[$0] }.map {
      MetadataStreamFacts(
        pid: $0.pid,
        program: $0.program,
        isDeclared: $0.isDeclared,
        pesCount: $0.startCount
      )
    }
  }
}
