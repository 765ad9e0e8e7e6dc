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
    return ("jq", "jq --version")
  }

  @Test("there are lines for jq, DuckDB and pandas, over each kind of records")
  func kinds() {
    for tool in ["jq", "duckdb", "pandas"] {
      for command in ["extract", "check", "pings"] {
        let found = Self.lines.filter { line in
          line.hasPrefix("id3tap \(command) ") && Self.tool(of: line).name == tool
        }
        #expect(found.count == 1, "\(tool), \(command)")
      }
    }
  }

  @Test("the README's line works", arguments: lines)
  func works(line: String) throws {
    let shell = try Shell()
    let setUp = "PATH=\"\(Self.tools):$PATH\"; cd '\(Corpus.packageRoot.path)' && "
    let (name, check) = Self.tool(of: line)
    guard try shell.run(setUp + check).status == 0 else {
      print("skipped, \(name) is missing ('make tools' installs it): \(line)")
      return
    }
    let outcome = try shell.run(setUp + line)
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
    let told = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("id3tap: ") }
    #expect(told.isEmpty, "\(told)")
  }
}
