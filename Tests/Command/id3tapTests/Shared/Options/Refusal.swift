@testable import Commands

/// The exit code and the message of arguments that the parser refuses. The command is not run.
struct Refusal {
  let status: Int32
  let message: String

  /// Nil if the parser accepts the arguments.
  /// - Parameter line: The arguments as in a shell; single quotes keep spaces together.
  init?(of line: String) {
    let arguments = Self.arguments(of: line)
    do {
      if let error = UnknownCommand.error(in: arguments) { throw error }
      _ = try ID3Tap.parseAsRoot(arguments)
      return nil
    } catch {
      status = ID3Tap.exitCode(for: error).rawValue
      message = ID3Tap.fullMessage(for: error)
    }
  }

  private static func arguments(of line: String) -> [String] {
    var arguments: [String] = []
    var argument: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        argument = argument ?? ""
      case " " where !isQuoted:
        if let ended = argument { arguments.append(ended) }
        argument = nil
      default: argument = (argument ?? "") + String(character)
      }
    }
    return arguments + (argument.map { [$0] } ?? [])
  }
}
