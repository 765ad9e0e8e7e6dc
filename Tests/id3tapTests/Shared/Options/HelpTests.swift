import Foundation
import Testing

@testable import Commands

/// The help of the command and its subcommands, word for word.
///
/// The texts are files in Tests/Golden/help. `make golden` writes them again: it sets `ID3TAP_WRITE_GOLDEN`.
@Suite struct HelpTests {
  private static let commands = [
    "extract", "check", "expect", "explain", "pings", "collect", "compare", "rehearse",
    "scenario",
    "batch", "watch", "report", "make",
  ]

  @Test("every command has its text")
  func names() {
    let names = ID3Tap.configuration.subcommands.compactMap { $0.configuration.commandName }
    #expect(names == Self.commands)
  }

  @Test("the help is this", arguments: ["id3tap"] + commands)
  func text(command: String) throws {
    let subcommands = ID3Tap.configuration.subcommands
    let subcommand = subcommands.first { $0.configuration.commandName == command }
    let message = ID3Tap.helpMessage(for: subcommand ?? ID3Tap.self, columns: 80)
    let help = HelpTexts.ended(message)
    if ProcessInfo.processInfo.environment["ID3TAP_WRITE_GOLDEN"] == "1" {
      try Data(help.utf8).write(to: HelpTexts.file(of: command))
    }
    #expect(try help == HelpTexts.text(of: command))
  }

  @Test("every sentence of the help ends in a full stop", arguments: commands)
  func sentences(command: String) throws {
    let help = try HelpTexts.text(of: command)
    let abstract = try #require(help.firstMatch(of: /OVERVIEW: ([^\n]+(?:\n[^\n]+)*)/))
    #expect(abstract.1.hasSuffix("."))
  }

  @Test("options come in the order own, input, output, network", arguments: commands)
  func order(command: String) throws {
    let order = ["INPUT OPTIONS:", "OUTPUT OPTIONS:", "NETWORK OPTIONS:", "OPTIONS:"]
    let lines = try HelpTexts.text(of: command).split(separator: "\n")
    let headings = lines.filter { $0.hasSuffix("OPTIONS:") }.map(String.init)
    let common = headings.filter(order.contains)
    #expect(common == order.filter(headings.contains))
    #expect(headings.suffix(common.count) == common[...])
  }

  @Test("examples are whole lines that can be pasted", arguments: ["id3tap"] + commands)
  func examples(command: String) throws {
    let lines = try HelpTexts.text(of: command).split(separator: "\n")
    let examples = lines.drop { !$0.hasPrefix("  id3tap ") }.prefix { $0.hasPrefix("  ") }
    #expect(!examples.isEmpty)
    var isContinued = false
    for line in examples {
      #expect(line.hasPrefix("    ") == isContinued, "\(line)")
      isContinued = line.hasSuffix(" \\")
    }
    #expect(!isContinued)
  }

  @Test("no line of the help is wider than a terminal", arguments: ["id3tap"] + commands)
  func width(command: String) throws {
    let lines = try HelpTexts.text(of: command).split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
  }
}

/// The files with the help.
enum HelpTexts {
  /// The file with the help of a subcommand, or of `id3tap`.
  static func file(of command: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Golden/help/\(command).txt").standardizedFileURL
  }

  /// The help of a subcommand, or of `id3tap`.
  static func text(of command: String) throws -> String {
    try String(contentsOf: file(of: command), encoding: .utf8)
  }

  /// A text with one line feed at its end: files of text have no empty lines there.
  static func ended(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return text + "\n"
  }
}
