import Foundation
import PingAnalysis
import TestSupport
import Testing

@testable import Commands

/// Checks that the documents agree with the command and the sources.
@Suite struct DocumentPagesTests {
  private static let commands = ID3Tap.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  @Test("every command has a page in the documentation", arguments: commands)
  func page(command: String) throws {
    let page = try DocumentFiles.text(of: "Documentation/Commands/\(command).md")
    #expect(page.hasPrefix("# id3tap \(command)\n"))
  }

  @Test("'id3tap help TOPIC' prints a page of the documentation", arguments: HelpTopic.allCases)
  func topic(_ topic: HelpTopic) throws {
    #expect(HelpTopic(["help", topic.rawValue]) == topic)
    let pages = try DocumentFiles.all.map(DocumentFiles.text)
    #expect(pages.contains(topic.text))
    #expect(topic.text.contains("id3tap help \(topic.rawValue)"))
  }

  @Test("the index of commands has a row for each command, with its abstract")
  func index() throws {
    let index = try DocumentFiles.text(of: "Documentation/Commands/README.md")
    for command in ID3Tap.configuration.subcommands {
      let name = try #require(command.configuration.commandName)
      let row = "| [`\(name)`](\(name).md) | \(command.configuration.abstract) |\n"
      #expect(index.contains(row), "\(name)")
    }
  }

  @Test(
    "the page of 'compare' lists the parameters that are not compared",
    arguments: FieldComparison.reasons.indices
  )
  func leftOut(index: Int) throws {
    let (names, reason) = FieldComparison.reasons[index]
    let row = "| \(names.map { "`\($0)`" }.joined(separator: ", ")) | \(reason) |\n"
    #expect(try DocumentFiles.text(of: "Documentation/Commands/compare.md").contains(row))
  }

  @Test(
    "the page about rehearsals has a row for each group of items, with its letter",
    arguments: RehearsalItem.Group.allCases
  )
  func groups(group: RehearsalItem.Group) throws {
    let rows = try DocumentFiles.text(of: "Documentation/Rehearse.md").split(separator: "\n")
    let row = rows.first { $0.hasPrefix("| \(group.rawValue) | ") }
    #expect(
      row?.lowercased().hasPrefix("| \(group.rawValue) | \(group.title)".lowercased()) == true
    )
    #expect(
      rows.count { $0.wholeMatch(of: /\| [A-Z] \|.*/) != nil } == RehearsalItem.Group.allCases.count
    )
  }

  @Test("the README has at most 220 lines")
  func length() throws {
    let lines = try DocumentFiles.text(of: "README.md").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count <= 221)
  }

  @Test(
    "every option in an example belongs to the command of the example",
    arguments: DocumentFiles.all
  )
  func options(document: String) throws {
    let text = try DocumentFiles.text(of: document)
    for match in text.matches(of: /id3tap ([a-z]+)([^|;&`\n]*)/) {
      let command = String(match.1)
      guard Self.commands.contains(command) else { continue }
      let help = try HelpTexts.text(of: command)
      for option in match.2.matches(of: /[ ](--[a-z][a-z0-9-]+)/).map({ String($0.1) }) {
        #expect(help.contains("\(option) ") || help.contains("\(option)\n"), "\(match.0)")
      }
    }
  }

  @Test("every file that a document links to exists", arguments: DocumentFiles.all)
  func links(document: String) throws {
    let folder = URL(fileURLWithPath: DocumentFiles.path(of: document)).deletingLastPathComponent()
    let text = try DocumentFiles.text(of: document)
    let texts = text.matches(of: /\]\(([^)\s#]+)[^)]*\)/).map { String($0.1) }
    let pictures = text.matches(of: /(?:src|srcset)="([^"]+)"/).map { String($0.1) }
    for link in texts + pictures where !link.contains("://") {
      let path = folder.appendingPathComponent(link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test(
    "every source file that a document names exists",
    arguments: ["Documentation/Architecture.md", "CONTRIBUTING.md", "Documentation/Glossary.md"]
  )
  func sources(document: String) throws {
    // Placeholders for the names of new files.
    let examples = [
      "NameOfRule.swift", "NameOfRuleTests.swift", "NameCommand.swift", "NameOptions.swift",
      "NameRun.swift",
    ]
    let text = try DocumentFiles.text(of: document)
    let names = text.matches(of: /`([^`\s]+\.swift)`/).map { String($0.1) }
    for name in names where !examples.contains(where: name.hasSuffix) {
      #expect(Self.sourceFiles.contains { "/\($0)".hasSuffix("/\(name)") }, "\(name)")
    }
  }

  private static let sourceFiles: [String] = ["Sources", "Tests"].flatMap { folder in
    let found = try? FileManager.default.subpathsOfDirectory(
      atPath: DocumentFiles.path(of: folder)
    )
    return (found ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }
}
