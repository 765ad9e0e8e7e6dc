import TransportStream

extension TransportStreamReader {
  /// Whether a note is about the selected program and PID, as far as the tables show. Notes about the whole
  /// multiplex always are.
  func concernsSelection(_ note: StreamNote) -> Bool {
    guard options.program != nil || options.pid != nil else { return true }
    // Counted over all programs.
    if note.id == .framesLost { return input.sieve.programNumbers.count < 2 }
    let pid = note.pid.flatMap { UInt16(exactly: $0) }
    if let wanted = options.pid, let pid, Int(pid) != wanted, input.sieve.carriesMetadata(pid) {
      return false
    }
    let chosen = options.program ?? program(ofPID: options.pid.flatMap { UInt16(exactly: $0) })
    guard let chosen, let program = note.program ?? program(ofPID: pid) else { return true }
    return program == chosen
  }

  private func program(ofPID pid: UInt16?) -> Int? {
    pid.flatMap { input.sieve.program(ofPID: $0) }.map { Int($0) }
  }

  /// Whether the content ends soon after a PES packet: packets of one PES are close together.
  func isAtEnd(_ pes: MetadataPES) -> Bool {
    let start: Int64
    switch pes.placement {
    case .placed(let time), .estimated(let time): start = time
    case .waiting, .unplaced: return false
    }
    guard let end = input.sieve.contentDuration(ofProgram: pes.program) else { return false }
    return end - start <= Self.longestPES
  }

  /// The time within which all packets of a PES packet arrive: 2 s.
  private static let longestPES = 2 * Timestamp.ticksPerSecond
}
