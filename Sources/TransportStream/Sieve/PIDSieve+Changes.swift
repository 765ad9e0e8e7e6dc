import Formats

/// A change of the ID3 streams of a program that nothing has declared so far.
struct PendingChange {
  /// A discontinuity behind the map excuses it for so long: 1 s.
  static let timeout90kHz = Timestamp.ticksPerSecond
  /// Changes that wait, at most.
  static let maximumCount = 64

  var note: TransportNote
  var program: UInt16
  /// The presentation time at which it is said; nil until a clock runs.
  var deadline: Int64?
}

/// Changes of ID3 streams from one map to the next.
extension PIDSieve {
  /// Notes that ID3 moves to another PID or gets another stream type. A splice does that rightly,
  /// with a discontinuity in front of the new map or shortly behind it.
  func noteChanges(from old: ProgramMap?, to new: ProgramMap, program index: Int, offset: Int64) {
    guard let old, let words = Self.change(from: old, to: new),
      !programs[index].isBetweenTimeBases
    else { return }
    if waiting.changes.count >= PendingChange.maximumCount {
      noteEarlier(waiting.changes.removeFirst().note)
    }
    let now = programs[index].clock.reading?.time
    waiting.changes.append(
      PendingChange(
        note: TransportNote(
          rule: "pmt-unstable",
          offset: offset,
          program: new.programNumber,
          time: now,
          detail: words
        ),
        program: new.programNumber,
        deadline: now.map { $0 + PendingChange.timeout90kHz }
      )
    )
  }

  /// What the change of the ID3 streams is, in words; nil without one.
  private static func change(from old: ProgramMap, to new: ProgramMap) -> String? {
    let before = old.streams.filter(\.isTimedID3)
    let after = new.streams.filter(\.isTimedID3)
    func names(_ streams: [ElementaryStream]) -> String {
      streams.map { "0x\(String($0.pid, radix: 16))" }.joined(separator: ", ")
    }
    if before.map(\.pid) != after.map(\.pid) {
      if before.isEmpty { return "ID3 appears on PID \(names(after))" }
      if after.isEmpty { return "ID3 is no longer declared on PID \(names(before))" }
      return "ID3 moves from PID \(names(before)) to \(names(after))"
    }
    guard let (first, second) = zip(before, after).first(where: { $0.type != $1.type }) else {
      return nil
    }
    return "ID3 on PID \(names([first])) changes from stream_type "
      + "0x\(first.type.rawValue.hexadecimal) to 0x\(second.type.rawValue.hexadecimal)"
  }

  /// A discontinuity excuses what changed just before it.
  func excuseChanges(ofProgram number: UInt16) {
    guard !waiting.changes.isEmpty else { return }
    waiting.changes.removeAll { $0.program == number }
  }

  /// Notes the changes of a program that no discontinuity has excused in time.
  func settleChanges(ofProgram index: Int) {
    guard !waiting.changes.isEmpty else { return }
    let (number, now) = (programs[index].number, programs[index].clock.reading?.time)
    for position in waiting.changes.indices.reversed()
    where waiting.changes[position].program == number {
      guard let now else { continue }
      let deadline = waiting.changes[position].deadline ?? now + PendingChange.timeout90kHz
      waiting.changes[position].deadline = deadline
      if now >= deadline { noteEarlier(waiting.changes.remove(at: position).note) }
    }
  }

  /// Notes all changes that wait: the stream has ended.
  func settleChanges() {
    for change in waiting.changes { noteEarlier(change.note) }
    waiting.changes.removeAll()
  }
}
