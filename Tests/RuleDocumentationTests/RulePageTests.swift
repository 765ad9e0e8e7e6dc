import Conformance
import Foundation
import Testing

@testable import RuleDocumentation

@Suite("The page about all rules")
struct RulePageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let files = Result { try RuleDocumentation.files(ofPackageIn: root) }

  @Test("the files say what the rules say: otherwise run `make rules`")
  func isUpToDate() throws {
    let files = try Self.files.get()
    #expect(files.count == 1 + RuleGroup.allCases.count)
    for (path, text) in files {
      let file = Self.root.appendingPathComponent(path)
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path)")
    }
  }

  @Test("every rule has a doc comment", arguments: RuleDescription.all)
  func comment(_ rule: RuleDescription) throws {
    let page = try #require(Self.files.get().first).text
    let section = page.components(separatedBy: "### `\(rule.id)`\n\n").dropFirst().first ?? "\n"
    #expect(!section.hasPrefix("\n"), "\(RulePage.typeName(of: rule.id)) has no comment")
    #expect(rule.summary.hasSuffix("."))
  }

  private static let page =
    RulePage { _ in ["One sentence", "in two lines.", "", "More."] }.markdown

  @Test("the table at the top has a row for every rule", arguments: RuleDescription.all.map(\.id))
  func index(_ id: RuleID) throws {
    let table = Self.page.components(separatedBy: "\n## ").first ?? ""
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| [`\(id)`](#\(id)) |") }
    #expect(rows.count == 1)
    #expect(rows.first?.hasSuffix("| One sentence in two lines. |") == true)
  }

  @Test("a comment is what stands directly above the type")
  func docComment() {
    let source = "/// Other.\n\n/// One line.\n///\n/// More.\nstruct TagX: Rule {\n}\n"
    #expect(DocComment.lines(of: "TagX", in: source) == ["One line.", "", "More."])
    #expect(DocComment.lines(of: "TagY", in: source) == nil)
    #expect(DocComment.lines(of: "TagX", in: "struct TagX: Rule {") == nil)
  }
}
