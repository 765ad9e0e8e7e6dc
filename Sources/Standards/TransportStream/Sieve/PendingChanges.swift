import Formats

/// A change of a program's ID3 streams that no declared discontinuity has made legal yet.
struct PendingChange {
  /// The maximum time from the new map to a discontinuity that makes the change legal: 1 s.
  static let timeout90kHz = Timestamp.ticksPerSecond

  var note: TransportNote
  var program: UInt16
  /// The presentation time at which the change is reported; nil until a clock runs.
  var deadline: Int64?

  /// Makes a change if a new map changes a program's ID3 PIDs or their stream types. Nil for the first map, if nothing
  /// changes, or if a new time base that begins before the map makes the change legal. A correct splice has a
  /// discontinuity before the new map or shortly after it.
  init?(of program: Program, to map: ProgramMap, position: StreamPosition) {
    guard let old = program.map, let words = Self.words(from: old, to: map),
      !program.isBetweenTimeBases
    else { return nil }
    let now = program.clock.reading?.time
    note = TransportNote(
      rule: "pmt-unstable",
      position: position,
      program: map.programNumber,
      time: now,
      detail: words
    )
    self.program = map.programNumber
    deadline = now.map { $0 + Self.timeout90kHz }
  }

  /// Describes the change of the ID3 streams, for messages; nil if nothing has changed.
  private static func words(from old: ProgramMap, to new: ProgramMap) -> String? {
    let before = old.streams.filter(\.isTimedID3)
    let after = new.streams.filter(\.isTimedID3)
    func names(_ streams: [ElementaryStream]) -> String {
      streams.map { "0x\(String($0.pid, radix: 16))" }.joined(separator: ", ")
    }
    if before.map(\.pid) != after.map(\.pid) {
      if before.isEmpty { return "ID3 appears on PID \(names(after))" }
      if after.isEmpty { return "ID3 is no longer declared on PID \(names(before))" }
      return "ID3 changes from PID \(names(before)) to \(names(after))"
    }
    guard let (first, second) = zip(before, after).first(where: { $0.type != $1.type }) else {
      return nil
    }
    return "ID3 on PID \(names([first])) changes from stream_type "
      + "0x\(first.type.rawValue.hexadecimal) to 0x\(second.type.rawValue.hexadecimal)"
  }
}

struct PendingChanges {
  static let maximumCount = 64

  private var changes: [PendingChange] = []

  var isEmpty: Bool { changes.isEmpty }

  /// Adds a change. Returns the note of the oldest change if too many wait.
  mutating func append(_ change: PendingChange) -> TransportNote? {
    defer { changes.append(change) }
    return changes.count >= Self.maximumCount ? changes.removeFirst().note : nil
  }

  /// Drops the waiting changes of a program, which a discontinuity after them makes legal.
  mutating func excuse(program: UInt16) {
    guard !changes.isEmpty else { return }
    changes.removeAll { $0.program == program }
  }

  /// Removes the changes of a program that are due at the presentation time `now`, and returns their notes.
  mutating func takeDue(ofProgram program: UInt16, now: Int64?) -> [TransportNote] {
    guard !changes.isEmpty, let now else { return [] }
    var due: [TransportNote] = []
    for position in changes.indices.reversed() where changes[position].program == program {
      let deadline = changes[position].deadline ?? now + PendingChange.timeout90kHz
      changes[position].deadline = deadline
      if now >= deadline { due.append(changes.remove(at: position).note) }
    }
    return due
  }

  mutating func takeAll() -> [TransportNote] {
    defer { changes.removeAll() }
    return changes.map(\.note)
  }
}

/// A part of the input that is known to be missing, such as one of several segments.
struct Hole: Sendable {
  var words: String
  var position: StreamPosition
  /// The presentation time, in ticks, at which the content before the missing part ends.
  var start: Int64?

  /// The note about the missing part. `end` is the presentation time in ticks at which the content continues; nil if
  /// that is unknown.
  func note(end: Int64?) -> TransportNote {
    let length = end.flatMap { end in start.map { end - $0 } } ?? 0
    return TransportNote(
      rule: PIDSieve.holeNote,
      position: position,
      measured: length > 0 ? length : nil,
      time: start,
      detail: words
    )
  }
}
