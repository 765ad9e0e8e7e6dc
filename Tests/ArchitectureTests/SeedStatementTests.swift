import Foundation
import Testing

/// Statements of the published guides that were once not followed: each has a test named after it, or a
/// page that says why not. `Tests/seed-statements.tsv` is the list.
@Suite("the statements of the guides")
struct SeedStatementTests {
  /// A line of the list.
  struct Statement {
    var number: Int
    var kind: String
    /// A path from the root of the package.
    var path: String
    /// A text that the file at `path` contains.
    var words: String
  }

  /// The statements that were once missing, kept in part or contradicted.
  private static let numbers = [
    2, 5, 12, 25, 27, 29, 43, 44, 45, 46, 48, 50, 71, 82, 85, 87, 90, 91, 103, 105, 122, 123, 144,
    145, 147, 152, 164, 174, 187, 188, 189, 190, 191, 197, 211, 221, 248, 254, 255, 256, 257, 269,
    274, 275, 278, 281, 282, 284, 287, 295, 296, 297, 299, 303, 333, 338, 339, 340, 342, 343, 353,
    357, 376,
  ]

  private static func text(of path: String) throws -> String {
    let file = PackageManifest.root.appendingPathComponent(path)
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private static func statements() throws -> [Statement] {
    try text(of: "Tests/seed-statements.tsv").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(fields.count == 4, "\(line): expected four fields")
        return Statement(
          number: try #require(Int(fields[0])),
          kind: fields[1],
          path: fields[2],
          words: fields[3]
        )
      }
  }

  /// The numbers in the display names of tests: `seed #43, #44: …`.
  private static func named() throws -> Set<Int> {
    let folder = PackageManifest.root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var numbers: Set<Int> = []
    for case let file as URL in files ?? .init()
    where file.pathExtension == "swift" && file.lastPathComponent != "SeedStatementTests.swift" {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      guard text.contains("seed #") else { continue }
      for match in text.matches(of: #/"seed ((?:#\d+(?:, )?)+): /#) {
        for number in match.1.matches(of: #/\d+/#) { numbers.insert(Int(number.0) ?? 0) }
      }
    }
    return numbers
  }

  @Test("the list contains each statement exactly once, and nothing else")
  func complete() throws {
    #expect(try Self.statements().map(\.number) == Self.numbers)
  }

  @Test("each statement has a test, an example, or a page that says why it is not followed")
  func held() throws {
    let named = try Self.named()
    #expect(named.isSubset(of: Self.numbers))
    for statement in try Self.statements() {
      switch statement.kind {
      case "test": #expect(named.contains(statement.number), "seed #\(statement.number)")
      case "named", "document", "example":
        let text = try Self.text(of: statement.path)
        let folder = ["named": "Tests/", "example": "Examples/"]
        let isElsewhere = folder.contains {
          statement.path.hasPrefix($0.value) != (statement.kind == $0.key)
        }
        #expect(!isElsewhere, "seed #\(statement.number)")
        // The lines of pages can break between any two words.
        let flat = text.replacing(#/\s+/#, with: " ")
        #expect(flat.contains(statement.words), "seed #\(statement.number): \(statement.words)")
      default: Issue.record("seed #\(statement.number): unknown kind '\(statement.kind)'")
      }
    }
  }
}
