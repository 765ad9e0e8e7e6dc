import Foundation
import TestSupport
import Testing

/// Runs the one-liners over JSON Lines in Documentation/Records.md.
@Suite(.ownThread) struct RecordPipesTests {
  static let lines: [String] = {
    let file = Corpus.packageRoot.appendingPathComponent("Documentation/Records.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let block = text.firstMatch(
        of: /(?s)<!-- These lines are run by a test. -->\n```sh\n(.*?)```/
      )?.1
    else { return [] }
    return block.split(separator: "\n").map(String.init)
  }()

  /// The folder where `make tools` installs Python packages.
  private static let tools = Corpus.packageRoot.appendingPathComponent(".build/tools/bin").path
  /// The shell code before each line.
  private static let setUp = "PATH=\"\(tools):$PATH\";"

  /// The program or Python module that a line uses.
  private static func tool(of line: String) -> String {
    for module in ["duckdb", "pandas"] where line.contains("import \(module)") { return module }
    return line.hasPrefix("id3tap ") ? "id3tap" : "jq"
  }

  /// Whether the Python modules are installed, or required by `ID3TAP_REQUIRE_TOOLS`.
  private static let modulesAreThere: Bool = {
    if ProcessInfo.processInfo.environment["ID3TAP_REQUIRE_TOOLS"] == "1" { return true }
    let outcome = try? Shell().run("\(setUp) python3 -c 'import duckdb, pandas'")
    return outcome?.status == 0
  }()

  @Test("Records.md has an example with jq, DuckDB and pandas for each kind of record")
  func kinds() {
    for tool in ["id3tap", "jq", "duckdb", "pandas"] {
      for file in ["tags.jsonl", "checks.jsonl", "pings.jsonl"] {
        let found = Self.lines.filter { $0.contains(file) && Self.tool(of: $0) == tool }
        #expect(found.count == 1, "\(tool), \(file)")
      }
    }
  }

  @Test(
    "the jq examples in Records.md run in the order of the page",
    .enabled(if: Tool.isThere("jq"), "jq is missing: 'make tools' installs it")
  )
  func programs() throws { try run(["id3tap", "jq"]) }

  @Test(
    "the DuckDB and pandas examples in Records.md run in the order of the page",
    .enabled(if: modulesAreThere, "DuckDB or pandas is missing: 'make tools' installs them")
  )
  func modules() throws { try run(["id3tap", "duckdb", "pandas"]) }

  /// Runs the lines that use one of `tools`.
  private func run(_ tools: Set<String>) throws {
    let shell = try Shell()
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path
    try shell.prepare("ln -s '\(samples)' SampleStreams")
    for line in Self.lines where tools.contains(Self.tool(of: line)) {
      let outcome = try shell.run("\(Self.setUp) \(line)")
      // `check` finds faults in the samples.
      #expect(outcome.status == (line.hasPrefix("id3tap check") ? 1 : 0), "\(outcome.errors)")
      #expect(outcome.output.isEmpty == (Self.tool(of: line) == "id3tap"), "\(line)")
      let unexpected = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("id3tap: ") }
      #expect(unexpected.isEmpty, "\(unexpected)")
    }
  }
}
