import ArgumentParser
import Formats

/// A first argument that is not a command. ArgumentParser would only call it unexpected.
enum UnknownCommand {
  private static let help = "help"

  /// The error about the name of the command; nil when the name is valid, or missing.
  static func error(in arguments: [String]) -> ValidationError? {
    let names = ID3Tap.configuration.subcommands.compactMap { $0.configuration.commandName }
    // `id3tap help NAME` has the name in the second place.
    let index = arguments.first == help ? 1 : 0
    guard arguments.indices.contains(index) else { return nil }
    let name = arguments[index]
    let isKnown = names.contains(name) || name == help || name.hasPrefix("-")
    guard !isKnown else { return nil }
    let meant = isInput(name) ? "id3tap check \(name)" : NearestName.of(name, in: names)
    return ValidationError(
      "'\(name)' is not a command." + (meant.map { " Did you mean '\($0)'?" } ?? "")
    )
  }

  /// Whether an argument looks like an input: a path, a file name with an extension, a URL, a list.
  private static func isInput(_ argument: String) -> Bool {
    argument.contains { "./@".contains($0) }
  }
}
