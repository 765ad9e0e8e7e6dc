import Documents
import PingAnalysis
import TimedMetadata

/// The pings of a capture, explained in their order.
struct ExplainedCapture {
  private let name: String
  private let explainer: PingExplainer
  private let rows: RowWriter<ExplainRow>
  private let lint = SessionLint()
  /// The last row, while something is missing that may be in a later ping: at the end it is reported there.
  private var held: (index: Int, ping: ExplainedPing)?
  /// The number of its pings.
  private(set) var count = 0

  init(_ name: String, _ explainer: PingExplainer, _ rows: RowWriter<ExplainRow>) {
    self.name = name
    self.explainer = explainer
    self.rows = rows
  }

  /// Writes a row for each ping.
  mutating func read(_ capture: CapturedInput, _ diagnostics: Diagnostics) throws {
    do {
      try capture.forEachPing { ping in
        diagnostics.progress.hide()
        try write(ping)
      }
    } catch {
      // Pings that were read are shown, also after an error.
      try release()
      throw error
    }
    held?.ping.add(lint.finish())
    try release()
  }

  private mutating func write(_ ping: SentPing) throws {
    try release()
    held = (count, explainer.explain(ping, at: count, in: lint))
    count += 1
    if !lint.awaitsMore { try release() }
  }

  private mutating func release() throws {
    guard let held else { return }
    self.held = nil
    try rows.write(ExplainRow(input: name, index: held.index, held.ping))
  }
}
