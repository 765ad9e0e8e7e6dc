import Documents
import Presentation
import Records
import TimedMetadata

/// Writes the marks of inputs, one row each.
struct MarkerRun {
  let rows: RowWriter<MarkerRow>
  let diagnostics: Diagnostics

  /// Reads an input and writes its marks.
  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    var count = 0
    var pass = StreamPass(name, diagnostics)
    pass.notes = .losses
    pass.logsMarkers = false
    pass.onMarker = { marker in
      guard !marker.isUpdate else { return }
      diagnostics.progress.hide()
      try rows.write(MarkerRow(input: name, index: count, marker: marker))
      count += 1
    }
    guard try await pass.read(events) != nil, count == 0 else { return }
    diagnostics.notice(
      "\(name): no markers of ad breaks: check that the input carries SCTE-35 or cue tags"
    )
  }
}
