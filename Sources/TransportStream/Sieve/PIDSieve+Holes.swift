/// Parts of the input that are known to be missing, such as a segment among others.
extension PIDSieve {
  /// A part that is missing.
  struct Hole: Sendable {
    /// What is missing, for people.
    var words: String
    /// Where it would stand.
    var offset: Int64
    /// Presentation time, in ticks, at which the content in front of it ends.
    var start: Int64?
  }

  /// The names of the notes of such parts.
  package static let holeNote = "joined-segment-missing"

  /// Goes on after a part of the input that is missing: counters and tables begin anew, and what a PES packet
  /// lacks is not waited for. To be called between two parts.
  package func beginAfterHole(_ words: String) {
    settleHole(at: nil)
    hole = Hole(words: words, offset: chunkOffset, start: duration())
    association.source.beginAfterHole()
    for pid in mapTables.keys { mapTables[pid]?.source.beginAfterHole() }
    for pid in spliceStreams.keys { spliceStreams[pid]?.beginAfterHole() }
    for pid in metadataOrder {
      output.now = time(ofProgram: metadata[pid]?.program)
      var started: [MetadataPES] = []
      metadata[pid]?.beginAfterHole(into: &output) { started.append($0) }
      for pes in started { place(pes) }
    }
    tables.expectedCounters.update(repeating: PIDTables.noCounter, count: PIDTables.count)
    for index in programs.indices { programs[index].beginAfterHole() }
  }

  /// Notes the part that is missing, once it is known at which presentation time the content goes on.
  func settleHole(at time: Int64?) {
    guard let hole else { return }
    self.hole = nil
    let length = time.flatMap { end in hole.start.map { end - $0 } } ?? 0
    noteEarlier(
      TransportNote(
        rule: Self.holeNote,
        offset: hole.offset,
        measured: length > 0 ? length : nil,
        time: hole.start,
        detail: hole.words
      )
    )
  }
}
