import Foundation
import TestSupport
import Testing

@testable import Reports

/// The files for Prometheus and Grafana.
@Suite struct IntegrationFilesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  private func dashboard() throws -> [String: Any] {
    let text = try text("Integrations/grafana/id3tap-watch.json")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
  }

  /// The queries of the dashboard, for all feeds.
  private func queries() throws -> [String] {
    let panels = try #require(try dashboard()["panels"] as? [[String: Any]])
    return panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }
      .compactMap { $0["expr"] as? String }.map { $0.replacing("$feed", with: ".*") }
  }

  private func metrics(_ text: String) -> Set<String> {
    Set(text.matches(of: /\bid3tap_[a-z_]+/).map { String($0.output) })
  }

  @Test("the Prometheus rules and the dashboard use only documented metrics")
  func names() throws {
    let known = metrics(try text("Documentation/Operations.md"))
      .union(metrics(try text("Documentation/Collector.md")))
    let asked = metrics(try text("Integrations/prometheus/id3tap.rules.yml"))
      .union(metrics(try queries().joined(separator: "\n")))
    #expect(asked.count > 5)
    #expect(asked.subtracting(known) == [])
  }

  @Test("each panel of the dashboard has its own position and the chosen data source")
  func panels() throws {
    let panels = try #require(try dashboard()["panels"] as? [[String: Any]])
    #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    var taken: Set<[Int]> = []
    for panel in panels {
      let source = panel["datasource"] as? [String: String]
      #expect(source?["uid"] == "${datasource}")
      let place = try #require(panel["gridPos"] as? [String: Int])
      let (x, y) = (place["x"] ?? -1, place["y"] ?? -1)
      let (width, height) = (place["w"] ?? 0, place["h"] ?? 0)
      #expect(x >= 0 && x + width <= 24 && width > 0 && height > 0)
      for column in x..<x + width {
        for row in y..<y + height { #expect(taken.insert([column, row]).inserted) }
      }
    }
  }

  @Test(
    "promtool accepts the rules and the queries of the dashboard",
    .enabled(if: Tool.isThere("promtool"), "promtool is missing: 'make tools' installs it")
  )
  func rules() throws {
    let recorded = try queries().enumerated().map { index, query in
      "      - record: dashboard:query:\(index)\n        expr: |\n          \(query)\n"
    }
    let folder = try TemporaryFolder()
    let file = folder.path + "/queries.yml"
    try Data("groups:\n  - name: dashboard\n    rules:\n\(recorded.joined())".utf8)
      .write(to: URL(fileURLWithPath: file))
    let rules = Self.root.appendingPathComponent("Integrations/prometheus/id3tap.rules.yml").path
    for path in [rules, file] {
      #expect(try Promtool.complaint(["check", "rules", path]) == nil, "\(path)")
    }
  }

  @Test(
    "the rules fire only for the intended faults",
    .enabled(if: Tool.isThere("promtool"), "promtool is missing: 'make tools' installs it")
  )
  func firing() throws {
    let folder = try TemporaryFolder()
    let files = [
      "Integrations/prometheus/id3tap.rules.yml", "Tests/Golden/prometheus/rules-test.yml",
    ]
    for file in files {
      let name = try #require(file.split(separator: "/").last)
      try folder.write(try text(file), to: String(name))
    }
    #expect(try Promtool.complaint(["test", "rules", "\(folder.path)/rules-test.yml"]) == nil)
  }
}
