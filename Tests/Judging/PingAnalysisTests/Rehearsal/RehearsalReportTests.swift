import Testing

@testable import PingAnalysis

@Suite("rehearsal reports")
struct RehearsalReportTests {
  /// A channel that is measured only for DTVR.
  private static let linear = PlayedScenario.cleanLinear
    .keeping(.session || .dtvr || .raw || .lookup)

  private func report(_ rehearsal: RehearsalCase) -> RehearsalReport {
    RehearsalReport(rehearsal, capture: "app.har", stream: nil)
  }

  private func entry(_ id: String, _ report: RehearsalReport) throws -> RehearsalEntry {
    try #require(report.entries.first { $0.item.id == id })
  }

  @Test(
    "items about products that are not in the capture are only counted in the last line",
    arguments: [[], ["dtvr"]] as [Set<String>]
  )
  func otherProducts(asked: Set<String>) throws {
    let report = report(.of(Self.linear, products: asked))
    let others = report.entries(.otherProduct)
    #expect(Set(others.map(\.item.group)) == [.content, .ads, .pages, .audio] && others.count > 30)
    #expect(
      !report.entries(.notAssessed).contains {
        [.content, .ads, .pages, .audio].contains($0.item.group)
      }
    )
    let text = report.text(isColored: false, width: 100)
    #expect(!text.contains("content-title"))
    let last = String(text.split(separator: "\n").suffix(4).joined(separator: " "))
    #expect(
      last.contains(
        "Would fail: 0. This capture cannot show \(report.count(.notAssessed)) items: record "
      )
    )
    #expect(last.contains("\(others.count) items do not concern DTVR."))
    #expect(report.entries.count == RehearsalItem.all.count)
  }

  @Test("a failed item is listed even if it concerns another product")
  func failureOfOther() throws {
    let urls = PlayedScenario.clean.setting("tl", "", in: .content)
    let report = report(.of(urls, products: ["dtvr"]))
    #expect(try entry("content-title", report).status == .failed)
  }

  @Test("if a capture has pings of no product, no item is reported as about other products")
  func noProduct() {
    #expect(report(.of(Self.linear.keeping(.session))).count(.otherProduct) == 0)
  }

  @Test("every format names documents by title, and gives the times of pings")
  func texts() throws {
    let urls = PlayedScenario.clean.setting("tl", "", in: .content)
    let report = report(.of(urls))
    let failed = try entry("content-title", report)
    #expect(
      failed.details.contains { $0.name == "pings" && $0.text.contains(" at 2023-11-14T22:") }
    )
    for text in [report.json, report.junit, report.text(isColored: false, width: 100)] {
      #expect(!text.contains(".txt"))
    }
  }

  @Test("a report has each ping's own number and time, even after a request that is not a ping")
  func timesOfPings() {
    let rehearsal = RehearsalCase(
      urls: ["https://a.invalid/cgi-bin/cfg?sfcode=cert"] + PlayedScenario.clean
    )
    let times = Dictionary(uniqueKeysWithValues: rehearsal.pings.map { ($0.index, $0.time) })
    let report = report(rehearsal)
    #expect(rehearsal.pings.first?.index == 1 && !report.namedPings.isEmpty)
    for entry in report.entries {
      #expect(entry.times == entry.evidence.map { times[$0] ?? nil })
      #expect(Set(entry.evidence).isSubset(of: report.namedPings.map(\.index)))
    }
  }

  @Test("missing tags are counted over all gaps, and the remedy is to pass every tag to sendID3")
  func holes() throws {
    let raws = Pick.raw && (.made(160...200) || .made(300...400))
    let kept = Self.linear.dropping(raws)
    let dropped = RehearsalCase.of(Self.linear.keeping(raws)).pings.flatMap(\.payloads).count
    let stream = try PlayedScenario.streamTags(to: 660)
    let failed = try entry("raw-all-tags", report(.of(kept, stream: stream)))
    #expect(failed.seen?.hasPrefix("\(dropped) missing in 2 places, the first at ") == true)
    // Without the duration that covers the second gap, its tags may have been skipped.
    let second = kept.dropping(.dtvr && .made(320...660))
    let partly = try entry("raw-all-tags", report(.of(second, actions: nil, stream: stream)))
    #expect(partly.seen?.contains(" more, which a pause or a seek may explain") == true)
    #expect(failed.remedy?.hasPrefix("Call sendID3 with every tag") == true)
  }
}
