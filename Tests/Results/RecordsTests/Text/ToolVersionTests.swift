import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct ToolVersionTests {
  @Test("the version is a semantic version, and equals the latest release in the changelog")
  func changelog() throws {
    #expect(ToolVersion.id3tap.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    let file = Corpus.packageRoot.appendingPathComponent("CHANGELOG.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let headings = text.split(separator: "\n").filter {
      $0.hasPrefix("## ") && $0 != "## Unreleased"
    }
    let releases = headings.map { $0.wholeMatch(of: /## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d/)?.1 }
    #expect(!releases.contains(nil), "a heading is '## 1.2.3 - 2026-12-31' or '## Unreleased'")
    #expect(releases.first == Substring(ToolVersion.id3tap))
  }

  @Test(
    "pages that name a version of id3tap name the current version",
    arguments: [
      "Packaging/README.md", ".github/actions/check/README.md",
    ]
  )
  func pages(path: String) throws {
    let file = Corpus.packageRoot.appendingPathComponent(path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let versions = text.matches(of: /(?:id3tap:|check@v)(\d+\.\d+\.\d+)/).map { String($0.1) }
    #expect(Set(versions) == [ToolVersion.id3tap])
  }
}
