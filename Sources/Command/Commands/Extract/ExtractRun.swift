import Documents
import Presentation
import Records
import TimedMetadata

/// Writes the tags of inputs, one row each.
struct ExtractRun {
  let options: ExtractOptions
  /// The parts of inputs that are read.
  let selection: MissingTags.Selection
  let rows: RowWriter<ExtractRow>
  let diagnostics: Diagnostics

  /// Reads an input and writes its tags; reports what may be missing.
  func read(_ name: String, _ events: TimedMetadataEvents) async throws {
    var written = 0
    var repeated = RepeatedTags()
    var gaps = DataTagGaps()
    let pass = StreamPass(name, events, diagnostics, notes: .losses)
    for try await case .tag(let tag) in pass {
      let index = pass.tagIndex
      let sameAs = repeated.first(of: tag, index: index)
      let gap = gaps.gap(before: tag)
      if options.nielsen, tag.nielsen == nil { continue }
      diagnostics.progress.hide()
      try rows.write(ExtractRow(input: name, index: index, tag: tag, sameAs: sameAs, gap: gap))
      written += 1
    }
    guard let summary = pass.summary else { return }
    let report = RenditionTally(renditions: summary.renditions)
    for words in [report.presence, report.losses].compactMap({ $0 }) {
      diagnostics.notice("\(name): \(words)")
    }
    let missing = MissingTags(
      summary: summary,
      selection: selection,
      losses: pass.losses,
      isText: options.text
    )
    if pass.tagCount == 0 {
      diagnostics.notice("\(name): \(missing.explanation)")
    } else if written == 0 {
      diagnostics.notice("\(name): \(missing.explanationOfSelecting)")
    } else if let lost = missing.lossesBesideTags {
      diagnostics.notice("\(name): \(lost)")
    }
  }
}
