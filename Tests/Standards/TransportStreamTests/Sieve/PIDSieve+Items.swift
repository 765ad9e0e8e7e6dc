import TransportStream

extension PIDSieve {
  /// Takes all items that can be taken.
  func takeItems() -> [SieveItem] {
    var items: [SieveItem] = []
    while let item = next() { items.append(item) }
    return items
  }
}

extension [SieveItem] {
  /// The notes among the items.
  var notes: [TransportNote] {
    compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  /// The PES packets among the items.
  var packets: [MetadataPES] {
    compactMap { if case .pes(let pes) = $0 { pes } else { nil } }
  }
}
