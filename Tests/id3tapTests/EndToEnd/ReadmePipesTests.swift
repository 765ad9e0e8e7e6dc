import Foundation
import TestSupport
import Testing

/// The one-liners of the README over JSON Lines, read from the README itself.
@Suite struct ReadmePipesTests {
  static let lines: [String] = {
    let file = Corpus.packageRoot.appendingPathComponent("README.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let block = text.firstMatch(
        of: /(?s)<!-- These lines are run by a test. -->\n```sh\n(.*?)```/
      )?.1
    else { return [] }
    return block.split(separator: "\n").map(String.init)
  }()

  /// Where `make tools` puts what it installs from PyPI.
  private static let tools = Corpus.packageRoot.appendingPathComponent(".build/tools/bin").path

  /// What a line needs beside `id3tap`, and how to see whether it is there.
  private static func tool(of line: String) -> (name: String, check: String) {
    for module in ["duckdb", "pandas"] where line.contains("import \(module)") {
      return (module, "python3 -c 'import \(module)'")
    }
    return line.hasPrefix("id3tap ") ? ("id3tap", "id3tap --version") : ("jq", "jq --version")
  }

  @Test("there are lines for jq, DuckDB and pandas, over each kind of records")
  func kinds() {
    for tool in ["id3tap", "jq", "duckdb", "pandas"] {
      for file in ["tags.jsonl", "checks.jsonl", "pings.jsonl"] {
        let found = Self.lines.filter { $0.contains(file) && Self.tool(of: $0).name == tool }
        #expect(found.count == 1, "\(tool), \(file)")
      }
    }
  }

  @Test("the README's lines work, one after the other")
  func works() throws {
    let shell = try Shell()
    let setUp = "PATH=\"\(Self.tools):$PATH\"; "
    let samples = Corpus.packageRoot.appendingPathComponent("SampleStreams").path
    try #require(try shell.run("ln -s '\(samples)' SampleStreams").status == 0)
    for line in Self.lines {
      let (name, check) = Self.tool(of: line)
      guard try shell.run(setUp + check).status == 0 else {
        print("skipped, \(name) is missing ('make tools' installs it): \(line)")
        continue
      }
      let outcome = try shell.run(setUp + line)
      // `check` finds faults in the samples.
      #expect(outcome.status == (line.hasPrefix("id3tap check") ? 1 : 0), "\(outcome.errors)")
      #expect(outcome.output.isEmpty == (name == "id3tap"), "\(line)")
      let told = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("id3tap: ") }
      #expect(told.isEmpty, "\(told)")
    }
  }
}
