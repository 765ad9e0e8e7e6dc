import Formats
import TimedMetadata

/// A row of `extract --markers`: one mark of a playlist, or of SCTE-35 in the media.
package struct MarkerRow: RecordRow {
  /// The input, as the user named it.
  package let input: String
  /// The place of the mark among all marks of the input, from 0.
  package let index: Int
  package let marker: TimelineMarker

  package init(input: String, index: Int, marker: TimelineMarker) {
    (self.input, self.index, self.marker) = (input, index, marker)
  }

  /// The formats of ``ExtractRow``.
  package static let formats = ExtractRow.formats

  package typealias Fields = MarkerRowFields
}

extension MarkerRow {
  /// The columns of the table.
  package static let columns = [
    TableColumn("TIME", width: 9, alignment: .right),
    TableColumn("PID", width: 4, alignment: .right),
    TableColumn("KIND", width: 10),
    TableColumn("BREAK", width: 5),
    TableColumn("FOR", width: 9, alignment: .right),
    TableColumn("ID", width: 10),
    TableColumn("DETAILS", width: 8),
  ]

  /// The cells of the table.
  package var cells: [TableCell] {
    [
      TableCell(marker.time.flatMap(Decimals.fixed)),
      TableCell(marker.pid),
      TableCell(marker.kind.rawValue),
      TableCell(marker.isOut.map { $0 ? "out" : "in" }, marker.isOut == true ? .accent : .none),
      TableCell(marker.duration.flatMap(Decimals.fixed)),
      TableCell(marker.id),
      TableCell(details),
    ]
  }

  private var details: String {
    var parts: [String] = []
    if let program = marker.program, program != 1, marker.rendition == nil {
      parts.append("program \(program)")
    }
    parts += [marker.rendition, marker.segment, marker.className].compactMap { $0 }
    if let announcement = marker.announcement {
      parts.append(announcement.segmentationName ?? announcement.command)
      if let upid = announcement.upid { parts.append("UPID \(upid)") }
      if announcement.returnsByItself == true { parts.append("returns by itself") }
      if announcement.isCancelled { parts.append("cancelled") }
    }
    return parts.joined(separator: ", ")
  }
}
