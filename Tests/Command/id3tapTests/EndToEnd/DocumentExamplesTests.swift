import Foundation
import TestSupport
import Testing

/// Runs the `console` blocks of the documents and compares their outputs with the documents.
///
/// The blocks of a document are run one after the other, in one folder with SampleStreams. `make golden` sets
/// `ID3TAP_WRITE_GOLDEN`, which updates the outputs in the documents.
@Suite(.ownThread) struct DocumentExamplesTests {
  /// The documents with examples, as paths from the root of the package.
  private static let documents = DocumentFiles.all.filter { path in
    (try? DocumentFiles.text(of: path))?.contains(ConsoleBlocks.opening) == true
  }

  @Test("the README and the pages of most commands have examples")
  func presence() {
    let commands = Self.documents.filter { $0.hasPrefix("Documentation/Commands/") }
    #expect(Self.documents.contains("README.md"))
    #expect(commands.count > 6)
  }

  @Test(
    "the examples in a document print the output shown there ('make golden' updates the document)",
    .enabled(if: Tool.isThere("jq", "sqlite3"), "jq or sqlite3 is missing: 'make tools'"),
    arguments: documents
  )
  func outputs(document: String) throws {
    let text = try DocumentFiles.text(of: document)
    let shell = try Shell()
    try shell.prepare("ln -s '\(DocumentFiles.path(of: "SampleStreams"))' SampleStreams")
    let written = try ConsoleBlocks.rewritten(text) { command in
      let outcome = try shell.run(command)
      // Exit code 1 is a result of `check`, `compare` and `grep`. 2 and 64 are failures.
      #expect(outcome.status <= 1, "\(command)\n\(outcome.errors)")
      return outcome.output
    }
    if ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] == "1" {
      let file = URL(fileURLWithPath: DocumentFiles.path(of: document))
      try Data(written.utf8).write(to: file)
    } else {
      #expect(written == text)
    }
  }
}

/// Finds the blocks in a document that contain commands and their outputs.
enum ConsoleBlocks {
  static let opening = "```console\n"
  private static let closing = "```\n"
  private static let prompt = "$ "

  /// The text with the current output of each command.
  static func rewritten(_ text: String, run: (String) throws -> String) throws -> String {
    let parts = text.components(separatedBy: opening)
    var result = parts.first ?? ""
    for part in parts.dropFirst() {
      let end = part.range(of: closing)?.lowerBound ?? part.endIndex
      result += opening
      for line in part[..<end].split(separator: "\n") where line.hasPrefix(prompt) {
        let output = try run(String(line.dropFirst(prompt.count)))
        result += "\(line)\n\(output)"
        if !result.hasSuffix("\n") { result += "\n" }
      }
      result += part[end...]
    }
    return result
  }
}
