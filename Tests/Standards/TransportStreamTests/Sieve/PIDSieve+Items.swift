import TransportStream

extension PIDSieve {
  func takeItems() -> [SieveItem] { output.takeItems() }
}

extension [SieveItem] {
  var notes: [TransportNote] {
    compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  var packets: [MetadataPES] {
    compactMap { if case .pes(let pes) = $0 { pes } else { nil } }
  }
}
