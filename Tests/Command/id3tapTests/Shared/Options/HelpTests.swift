import Foundation
import Testing

@testable import Commands

/// Compares the help of all commands with the files in Tests/Golden/help. `make golden` sets `ID3TAP_WRITE_GOLDEN`,
/// which updates the files.
@Suite struct HelpTests {
  private static let commands = [
    "extract", "check", "trace", "expect", "explain", "pings", "collect", "compare", "rehearse",
    "scenario",
    "batch", "watch", "report", "make",
  ]

  @Test("the list of commands in these tests is complete")
  func names() {
    let names = ID3Tap.configuration.subcommands.compactMap { $0.configuration.commandName }
    #expect(names == Self.commands)
  }

  @Test(
    "the help of a command equals its golden file ('make golden' updates it)",
    arguments: ["id3tap"] + commands
  )
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

  @Test("the abstract of a command ends in a full stop", arguments: commands)
  func sentences(command: String) throws {
    let help = try HelpTexts.text(of: command)
    let abstract = try #require(help.firstMatch(of: /OVERVIEW: ([^\n]+(?:\n[^\n]+)*)/))
    #expect(abstract.1.hasSuffix("."))
  }

  @Test(
    "the help lists the groups of options in the order: own options, input, output, network",
    arguments: commands
  )
  func order(command: String) throws {
    let order = ["INPUT OPTIONS:", "OUTPUT OPTIONS:", "NETWORK OPTIONS:", "OPTIONS:"]
    let lines = try HelpTexts.text(of: command).split(separator: "\n")
    let headings = lines.filter { $0.hasSuffix("OPTIONS:") }.map(String.init)
    let common = headings.filter(order.contains)
    #expect(common == order.filter(headings.contains))
    #expect(headings.suffix(common.count) == common[...])
  }

  @Test(
    "a continued line of an example ends in a backslash, and the next line is indented",
    arguments: ["id3tap"] + commands
  )
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

  @Test(
    "-h shows a command's own options and three examples on at most 40 lines",
    arguments: commands
  )
  func short(command: String) throws {
    let whole = try HelpTexts.text(of: command)
    for arguments in [[command, "-h"], [command, "--help"], [command, "-h", "--help"]] {
      let error = #expect(throws: (any Error).self) {
        var command = try ID3Tap.parseAsRoot(arguments)
        try command.run()
      }
      let short = try ShortHelp.text(for: arguments, #require(error))
      #expect((short != nil) == (arguments == [command, "-h"]))
    }
    let lines = ShortHelp.text(of: whole, command: command).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count <= 40, "\(lines.count) lines")
    let examples = lines.drop { !$0.hasPrefix("  ") }.prefix { $0.hasPrefix("  ") }
    #expect(examples.count { !$0.hasSuffix("\\") } == 3)
    #expect(!lines.contains { ["INPUT", "OUTPUT", "NETWORK"].contains($0.prefix { $0 != " " }) })
    let own = try Self.options(of: command).filter { !$0.isShared }.map(\.name)
    #expect(own.allSatisfy { name in lines.contains { $0.contains(name) } })
  }

  @Test(
    "a command has at most 22 options, except 'make' (23), 'pings' (24) and 'watch' (27)",
    arguments: commands
  )
  func count(command: String) throws {
    let names = try Self.options(of: command).map(\.name)
    let most = ["make": 23, "pings": 24, "watch": 27][command] ?? 22
    #expect(names.count <= most, "\(names.count): \(names)")
  }

  @Test(
    "besides --ca-file, only three options of 'check' and one of 'extract' are hidden",
    arguments: commands
  )
  func hidden(command: String) throws {
    let known = ["check": ["--all-rules", "--list-rules", "--explain"], "extract": ["--all"]]
    let options = try [true, false].map { isWhole in
      Set(try Self.options(of: command, hidden: isWhole).map(\.name))
    }
    let hidden = options[0].subtracting(options[1]).subtracting(["--ca-file"])
    #expect(hidden == Set(known[command] ?? []))
  }

  @Test("the page about the --config file has a row for each of its options")
  func fileOptions() throws {
    let page = try DocumentFiles.text(of: "Documentation/Config.md")
    let names = FileOptions.helpMessage(columns: 80).matches(of: /(?m)^  --([a-z-]+)/).map(\.1)
    #expect(names.count > 20)
    for name in names { #expect(page.contains("| `\(name)` |"), "\(name)") }
  }

  @Test("an option has the same description in all commands, except for a few listed options")
  func meanings() throws {
    // The options whose description depends on the command, and the number of their descriptions.
    let worded = [
      "--color": 2, "--config": 1, "--db": 3, "--format": 3, "--limit-seconds": 2, "--live": 2,
      "--output": 3, "--product": 2,
    ]
    var meanings: [String: Set<String>] = [:]
    for option in try Self.commands.flatMap({ try Self.options(of: $0) }) {
      meanings[option.name, default: []].insert(option.meaning)
    }
    for (name, texts) in meanings {
      #expect(texts.count == worded[name] ?? 1, "\(name): \(texts.sorted())")
    }
  }

  /// The options in the help of a command, without --version and --help.
  private static func options(
    of command: String,
    hidden: Bool = false
  ) throws -> [(name: String, meaning: String, isShared: Bool)] {
    let subcommand = try #require(
      ID3Tap.configuration.subcommands.first { $0.configuration.commandName == command }
    )
    let help = ID3Tap.helpMessage(for: subcommand, includeHidden: hidden, columns: 1_000)
    let lines = help.split(separator: "\n")
    var heading = ""
    return lines.indices.compactMap { index in
      if lines[index].hasSuffix(" OPTIONS:") { heading = String(lines[index]) }
      guard
        let match = lines[index].firstMatch(
          of: /^  (?:-[a-z], )?(--[a-z0-9-]+)[^ ]*(?: <.*?>)?(.*)$/
        ),
        !["--version", "--help"].contains(match.1)
      else { return nil }
      let words = match.2.isEmpty ? lines[index + 1] : match.2
      let meaning = words.split(separator: " (").first.map(String.init) ?? ""
      return (
        String(match.1), meaning.trimmingCharacters(in: .whitespaces),
        ["INPUT OPTIONS:", "OUTPUT OPTIONS:", "NETWORK OPTIONS:"].contains(heading)
      )
    }
  }

  @Test("the lines of the help have at most 80 columns", arguments: ["id3tap"] + commands)
  func width(command: String) throws {
    let lines = try HelpTexts.text(of: command).split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
  }
}

/// The golden files with the help.
enum HelpTexts {
  /// The file with the help of a subcommand, or of `id3tap`.
  static func file(of command: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Golden/help/\(command).txt").standardizedFileURL
  }

  /// The help of a subcommand, or of `id3tap`, from its file.
  static func text(of command: String) throws -> String {
    try String(contentsOf: file(of: command), encoding: .utf8)
  }

  /// The text with exactly one line feed at its end, as in a file.
  static func ended(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return text + "\n"
  }
}
