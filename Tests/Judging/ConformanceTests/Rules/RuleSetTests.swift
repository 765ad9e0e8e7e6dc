import Foundation
import Testing

@testable import Conformance

@Suite("The set of rules")
struct RuleSetTests {
  @Test("no two rules have the same name")
  func uniqueNames() {
    let names = RuleDescription.all.map(\.id)
    #expect(Set(names).count == names.count)
  }

  /// The names of the files with tests of rules, at any depth.
  private static let testFiles: Set<String> = {
    let rules = URL(filePath: #filePath).deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)
    return Set((files?.allObjects ?? []).compactMap { ($0 as? URL)?.lastPathComponent })
  }()

  @Test("each rule has a test file with its name")
  func testFiles() {
    // Rules that require Nielsen's key are never judged: one file tests all of them.
    let names = RuleSet.all.filter { $0.traits.group != .key }.map { String(describing: $0) }
    let missing = (names + ["KeyRules"]).filter { !Self.testFiles.contains("\($0)Tests.swift") }
    #expect(missing == [])
  }

  @Test("the message about an unknown rule has the nearest known name")
  func rule() {
    let error = #expect(throws: CheckSettingError.self) { try RuleDescription.find("cadance-gap") }
    #expect(error?.description == "there is no rule 'cadance-gap': the nearest is 'cadence-gap'")
  }

  @Test("every rule has a summary, details, a bound and a remedy", arguments: RuleDescription.all)
  func texts(_ rule: RuleDescription) {
    #expect(rule.summary.hasSuffix("."))
    #expect(rule.details.allSatisfy { !$0.contains("\n") && !$0.isEmpty })
    #expect(!rule.boundText.isEmpty && !rule.traits.remedy.isEmpty)
  }
}
