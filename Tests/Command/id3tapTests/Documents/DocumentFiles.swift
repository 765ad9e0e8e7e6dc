import Foundation
import TestSupport

/// The documents in the package, for tests that check their content.
enum DocumentFiles {
  /// The paths of the documents, relative to the root of the package.
  static let all: [String] = {
    let folder = path(of: "Documentation")
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return [
      "README.md", "CONTRIBUTING.md", "SampleStreams/README.md", "Packaging/README.md",
      ".github/actions/check/README.md",
    ]
      + found.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/" + $0 }
  }()

  /// The absolute path of a file in the package.
  static func path(of name: String) -> String {
    Corpus.packageRoot.appendingPathComponent(name).path
  }

  static func text(of name: String) throws -> String {
    try String(contentsOfFile: path(of: name), encoding: .utf8)
  }
}
