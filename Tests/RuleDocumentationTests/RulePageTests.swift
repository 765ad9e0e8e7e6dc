import Conformance
import Foundation
import Testing

@testable import RuleDocumentation

@Suite("The page about all rules")
struct RulePageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var rules: String {
    root.appendingPathComponent("Sources/Conformance/Rules").path
  }

  @Test("Documentation/Rules.md says what the rules say: otherwise run `make rules`")
  func isUpToDate() throws {
    let file = Self.root.appendingPathComponent("Documentation/Rules.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == (try RuleDocumentation.page(ofRulesIn: Self.rules)))
  }

  @Test("every rule has a doc comment", arguments: RuleDescription.all.map(\.id.rawValue))
  func comment(_ name: String) throws {
    let type = RulePage.typeName(of: RuleID(rawValue: name))
    var found: [String]?
    let page = RulePage { typeName in
      if typeName == type { found = ["seen"] }
      return nil
    }
    _ = page.markdown
    #expect(found != nil)
    let text = try RuleDocumentation.page(ofRulesIn: Self.rules)
    let section = text.components(separatedBy: "### `\(name)`\n\n").dropFirst().first ?? ""
    #expect(!section.hasPrefix("\n"), "\(type) has no comment")
  }

  @Test("the table at the top has a row for every rule", arguments: RuleDescription.all.map(\.id))
  func index(_ id: RuleID) throws {
    let page = RulePage { _ in ["One sentence", "in two lines.", "", "More."] }.markdown
    let table = page.components(separatedBy: "\n## ").first ?? ""
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
