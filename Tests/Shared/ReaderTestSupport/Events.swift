import Presentation
import TimedMetadata

/// Reads all events of a reader.
package func allEvents(of reader: TimedMetadataReader) throws -> [TimedMetadataEvent] {
  var events: [TimedMetadataEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

/// Reads all events of an input.
package func allEvents(of reader: TimedMetadataEvents) async throws -> [TimedMetadataEvent] {
  var events: [TimedMetadataEvent] = []
  while let event = try await reader.next() { events.append(event) }
  return events
}

/// Parts in memory, returned in pieces. `willOpen` is called with the number of each part opened after the first.
package final class PartedSource: ByteSource {
  package let name = "parts"
  package let size: Int64? = nil
  private let parts: [[UInt8]]
  private let pieceSize: Int
  private var part = 0
  private var position = 0
  package var willOpen: (Int) -> Void = { _ in }
  /// The descriptions of missing parts before a part.
  private let holes: [Int: String]
  package var hole: String? { holes[part] }

  package init(_ parts: [[UInt8]], pieceSize: Int = .max, holes: [Int: String] = [:]) {
    self.parts = parts
    self.pieceSize = pieceSize
    self.holes = holes
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard part < parts.count else { return 0 }
    let count = min(buffer.count, pieceSize, parts[part].count - position)
    buffer.copyBytes(from: parts[part][position..<position + count])
    position += count
    return count
  }

  package func openNextPart() throws(TimedMetadataError) -> Bool {
    guard part + 1 < parts.count else { return false }
    part += 1
    position = 0
    willOpen(part)
    return true
  }
}

extension [TimedMetadataEvent] {
  package var tags: [TimedTag] {
    compactMap { if case .tag(let tag) = $0 { tag } else { nil } }
  }

  package var notes: [StreamNote] {
    compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  /// The markers of playlists and splice information.
  package var markers: [TimelineMarker] {
    compactMap { if case .marker(let marker) = $0 { marker } else { nil } }
  }

  package var summary: InputSummary? {
    for case .end(let summary) in self { return summary }
    return nil
  }
}

/// Rounds to milliseconds.
package func rounded(_ seconds: Double?) -> Double? { seconds.map { ($0 * 1000).rounded() / 1000 } }
