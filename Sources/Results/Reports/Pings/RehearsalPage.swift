import PingAnalysis
import Records

extension RehearsalReport {
  package var page: HTML {
    let parts = [
      part("Failed", .failed), part("Not assessed", .notAssessed), part("Passed", .passed),
      part("About other products", .otherProduct),
    ]
    let facts: [(name: String, value: String)] =
      [("Capture", capture)] + (stream.map { [("Stream", $0)] } ?? [])
      + [("Products", productWords)]
    let opening = PageShell.opening(
      title: "Rehearsal",
      lead: "What a certification might find wrong in the pings of an app. Made by id3tap rehearse."
    )
    let status =
      count(.failed) > 0 ? "fail" : count(.passed) > 0 && count(.notAssessed) == 0 ? "pass" : ""
    return """
      \(opening)\
      \(PageShell.controls(noun: "item", headline: conclusion, status: status, only: "Failed only"))\
      <section>
      \(HTML.facts(facts))\(notes.map(HTML.cut))</section>
      \(parts.compactMap(\.self))\(pingTable)<section>
      <h2>Check by hand</h2>
      <p>Pings do not show whether these requirements are met.</p>
      <ul>
      \(byHand.map { "<li>\($0.what) <small>\($0.source)</small></li>\n" })</ul>
      </section>
      \(PageShell.closing)
      """
  }

  /// The items with a status, as a foldable part. Nil if there are no such items.
  private func part(_ title: String, _ status: RehearsalEntry.Status) -> HTML? {
    let entries = entries(status)
    guard !entries.isEmpty else { return nil }
    return """
      <details class="part" data-group="\(title)"\(if: status == .failed, " open")>
      <summary><h2>\(title): \(entries.count)</h2></summary>
      \(HTML.table("items", ["Result", "Item", "What must hold, and what the capture shows"], entries.map(Self.row)))\
      </details>

      """
  }

  /// The table of pings to which items link. Nil if no item names a ping.
  private var pingTable: HTML? {
    guard !namedPings.isEmpty else { return nil }
    return """
      <details class="part">
      <summary><h2>Pings: \(namedPings.count)</h2></summary>
      <p>The pings named by items, with the numbers that <code>id3tap explain</code> gives them.</p>
      \(HTML.table("pings", ["Ping", "Made at", "Description"], namedPings.map(Self.row)))</details>

      """
  }

  private static func row(_ ping: RehearsedPing) -> HTML {
    """
    <tr id="ping-\(ping.index)"><th scope="row">\(ping.index)</th><td class="number">\(ping.time ?? "")</td>\
    <td>\(ping.ping.words.prefix(200))<div class="url">\(ping.ping.url.prefix(2048))</div></td></tr>

    """
  }

  private static func row(_ entry: RehearsalEntry) -> HTML {
    let (style, mark) =
      switch entry.status {
      case .passed: ("pass", "✓")
      case .failed: ("fail", "✕")
      case .notAssessed, .otherProduct: ("not-assessed", "–")
      }
    let details = entry.details.map { detail -> HTML in
      guard detail.name != RehearsalEntry.pingsName else {
        let links = zip(entry.evidence, entry.shownPings).map { index, text -> HTML in
          "<a href=\"#ping-\(index)\">\(text)</a>"
        }
        return "<li><b>\(detail.name)</b> \(links, separator: ", ")\(entry.furtherPings)</li>"
      }
      // These details are written by id3tap and may contain names of calls between backticks.
      let text =
        ["change", "record"].contains(detail.name) ? code(detail.text) : HTML(text: detail.text)
      return "<li><b>\(detail.name)</b> \(text)</li>"
    }
    return """
      <tr id="\(entry.item.id)" data-level="\(entry.status == .failed ? "error" : "good")">\
      <td>\(HTML.verdict(style, mark, entry.status.words))</td><th scope="row"><code>\(entry.item.id)</code></th><td>\(entry.item.title)
      <ul>\(details)</ul></td></tr>

      """
  }

  /// The text, with the parts between backticks as code elements.
  private static func code(_ text: String) -> HTML {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return HTML(text: text) }
    return "\(parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : "\($1)" })"
  }
}
