import TransportStream

extension PIDSieve {
  /// The items that can be taken.
  func takeItems() -> [SieveItem] { output.takeItems() }
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
