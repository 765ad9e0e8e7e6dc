/// An item of the sieve's output, in the order of the stream.
public enum SieveItem: Sendable {
  /// A PES packet of an ID3 PID.
  case pes(MetadataPES)
  /// Packets of an ID3 PID are missing after the PID's latest PES packet.
  case gap(pid: UInt16)
  /// A note about something unusual.
  case note(TransportNote)
  /// A section of splice information.
  case splice(SpliceSection)
}

/// The items that have not been taken from the sieve. A waiting PES packet holds back the items after it.
package struct SieveOutput {
  enum Entry {
    case item(SieveItem)
    /// A PES packet whose transport packets have all been read.
    case pes(OpenPES)
  }

  private var entries: [Entry] = []
  /// The PES packets that have started, until `PIDSieve.placeStarted()` takes them.
  var started: [OpenPES] = []
  /// The presentation time in ticks for notes that have none: the time of the program that is being read.
  var now: Int64?
  /// The number of items since a PES packet began to wait, and the number of bytes in their packets.
  private var backlog = (items: 0, bytes: 0)

  /// The limits of what a waiting PES packet holds back: items, and bytes of their packets (16 MiB).
  static let maximumBacklog = (items: 4096, bytes: 16 << 20)

  /// Whether the waiting PES packets must be placed now, because too much is held back.
  var isBacklogFull: Bool {
    backlog.items > Self.maximumBacklog.items || backlog.bytes > Self.maximumBacklog.bytes
  }

  mutating func beginBacklog() { backlog = (0, 0) }

  mutating func append(_ note: TransportNote) {
    var note = note
    note.time = note.time ?? now
    append(.item(.note(note)))
  }

  mutating func append(_ entry: Entry) {
    backlog.items += 1
    if case .pes(let pes) = entry { backlog.bytes += pes.value.packets.count }
    entries.append(entry)
  }

  /// Removes and returns the items before the first PES packet that waits.
  package mutating func takeItems() -> [SieveItem] {
    var items: [SieveItem] = []
    loop: for entry in entries {
      switch entry {
      case .item(let item): items.append(item)
      case .pes(let pes):
        guard pes.isSettled else { break loop }
        items.append(.pes(pes.handOut()))
      }
    }
    entries.removeFirst(items.count)
    return items
  }
}
