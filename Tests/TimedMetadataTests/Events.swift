import TimedMetadata

/// Reads a reader to its end.
func allEvents(of reader: TimedMetadataReader) throws -> [TimedMetadataEvent] {
  var events: [TimedMetadataEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

extension [TimedMetadataEvent] {
  var tags: [TimedTag] {
    compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  var notes: [StreamNote] {
    compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  var summary: InputSummary? {
    for case .end(let summary) in self { return summary }
    return nil
  }
}
