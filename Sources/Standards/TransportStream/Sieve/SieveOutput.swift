/// An item of the sieve's output, in the order of the stream.
public enum SieveItem: Sendable {
  /// A PES packet of an ID3 PID.
  case pes(MetadataPES)
  /// Packets of an ID3 PID are missing after its latest PES packet.
  case gap(pid: UInt16)
  /// Something unusual.
  case note(TransportNote)
  /// A section of splice information.
  case splice(SpliceSection)
}

/// A queue of items. A PES packet that waits holds back the items after it.
struct SieveOutput {
  private enum Entry {
    case item(SieveItem)
    case pes(OpenPES)
  }

  private var entries: [Entry] = []
  private var nextEntry = 0
  /// The presentation time for notes without one: that of the program being read.
  var now: Int64?
  /// The number of items since a PES packet began to wait, and of the bytes of their packets.
  private var backlog = (items: 0, bytes: 0)

  /// The maximum number of items that a waiting PES packet holds back, and of the bytes of their packets: 16 MiB.
  static let maximumBacklog = (items: 4096, bytes: 16 << 20)

  /// Whether the waiting PES packets must be placed now, because too much is held back.
  var isBacklogFull: Bool {
    backlog.items > Self.maximumBacklog.items || backlog.bytes > Self.maximumBacklog.bytes
  }

  /// Restarts the count of what is held back, when the first PES packet begins to wait.
  mutating func beginBacklog() { backlog = (0, 0) }

  mutating func append(_ note: TransportNote) {
    var note = note
    note.time = note.time ?? now
    append(.item(.note(note)))
  }

  mutating func append(_ section: SpliceSection) { append(.item(.splice(section))) }

  mutating func appendGap(pid: UInt16) { append(.item(.gap(pid: pid))) }

  /// Appends a PES packet whose packets have all been read.
  mutating func append(_ pes: OpenPES) {
    pes.isComplete = true
    backlog.bytes += pes.value.packets.count
    append(.pes(pes))
  }

  private mutating func append(_ entry: Entry) {
    backlog.items += 1
    entries.append(entry)
  }

  /// The next item; nil if all have been taken, or the next one waits.
  mutating func next() -> SieveItem? {
    guard nextEntry < entries.count else {
      entries.removeAll(keepingCapacity: true)
      nextEntry = 0
      return nil
    }
    let item: SieveItem
    switch entries[nextEntry] {
    case .item(let known): item = known
    case .pes(let pes):
      guard pes.isSettled else {
        entries.removeFirst(nextEntry)
        nextEntry = 0
        return nil
      }
      item = .pes(pes.handOut())
    }
    nextEntry += 1
    return item
  }
}
