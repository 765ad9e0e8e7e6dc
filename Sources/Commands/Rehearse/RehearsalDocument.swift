import Formats
import PingAnalysis
import Rehearsal
import Reports

/// A rehearsal as a page of the report's kind.
enum RehearsalDocument {
  static func page(_ report: RehearsalReport) -> RehearsalPage {
    var page = RehearsalPage()
    page.lead =
      "What a certification may find in the pings of an app, according to public documents. Made by "
      + "id3tap, independent software, not affiliated with Nielsen. It certifies nothing."
    page.headline = report.conclusion
    page.facts = [RehearsalPage.Fact("Capture", PrintableText.escaping(report.capture))]
    if let stream = report.stream {
      page.facts.append(RehearsalPage.Fact("Stream", PrintableText.escaping(stream)))
    }
    page.facts.append(RehearsalPage.Fact("Products", report.productWords))
    page.notes = report.notes
    page.parts = [
      part("Failed", .failed, report), part("Not assessed", .notAssessed, report),
      part("Passed", .passed, report), part("About other products", .otherProduct, report),
    ].filter { !$0.items.isEmpty }
    page.pings = report.namedPings.map {
      RehearsalPage.Ping(
        index: $0.index,
        time: $0.time ?? "",
        words: PrintableText.escaping(String($0.ping.words.prefix(200))),
        url: PrintableText.escaping(String($0.ping.url.prefix(2048)))
      )
    }
    page.checks = report.byHand.map { RehearsalPage.Fact($0.what, $0.source) }
    return page
  }

  private static func part(
    _ title: String,
    _ status: RehearsalEntry.Status,
    _ report: RehearsalReport
  ) -> RehearsalPage.Part {
    RehearsalPage.Part(title: title, items: report.entries(status).map(item))
  }

  private static func item(_ entry: RehearsalEntry) -> RehearsalPage.Item {
    RehearsalPage.Item(
      id: entry.id,
      mark: mark(entry.status),
      words: entry.status.words,
      title: entry.title,
      details: entry.details.map { name, text in
        guard name != RehearsalEntry.pingsName else {
          let links = zip(entry.evidence, entry.shownPings).map { (ping: $0, text: $1) }
          return RehearsalPage.Fact(name, entry.furtherPings, links: links)
        }
        let isInstruction = ["change", "record"].contains(name)
        return RehearsalPage.Fact(name, PrintableText.escaping(text), isInstruction: isInstruction)
      }
    )
  }

  private static func mark(_ status: RehearsalEntry.Status) -> RehearsalPage.Mark {
    switch status {
    case .passed: .passed
    case .failed: .failed
    case .notAssessed, .otherProduct: .notAssessed
    }
  }
}
