import ArgumentParser

@testable import id3tap

/// A command line as the command parses it, in the process of the tests: nothing is run.
struct ParsedCommand {
  /// The exit code of arguments that end the command at once; nil when it would run.
  let code: Int32?
  /// What it would print then: help, or what is wrong.
  let message: String

  /// Parses what stands after `id3tap`: words with spaces between them, of which single quotes make none.
  init(_ line: String) {
    self.init(arguments: Self.words(of: line))
  }

  /// Parses arguments.
  init(arguments: [String]) {
    do {
      var command = try ID3Tap.parseAsRoot(arguments)
      let own = [ID3Tap.self] + ID3Tap.configuration.subcommands
      // The parser has a command of its own that throws the help.
      if !own.contains(where: { $0 == type(of: command) }) { try command.run() }
      code = nil
      message = ""
    } catch {
      code = ID3Tap.exitCode(for: error).rawValue
      message = ID3Tap.fullMessage(for: error, columns: 80)
    }
  }

  /// The words of a line, as a shell takes them apart.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }
}
