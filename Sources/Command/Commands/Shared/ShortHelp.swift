import ArgumentParser

/// The help of `-h`: what a command does, three examples, and its own options without their details. It is cut
/// out of the help of `--help`, so that nothing is declared twice.
enum ShortHelp {
  /// The headings of the options that most commands have. Only `--help` lists them.
  private static let sharedHeadings = [OptionTitle.input, OptionTitle.output, OptionTitle.network]
    .map { "\($0.uppercased()):" }
  private static let exampleCount = 3
  /// The indentation of the details of an option. The lines that continue a description have a wider one.
  private static let detailIndent = 8
  /// Options that every command has.
  private static let commonOptions = ["  --version", "  -h, --help"]

  /// The help for `arguments` that ended in `error`; nil when they do not ask for the short help of a command.
  static func text(for arguments: [String], _ error: any Error) -> String? {
    guard arguments.contains("-h"), !arguments.contains("--help"),
      let name = arguments.first,
      ID3Tap.configuration.subcommands.contains(where: { $0.configuration.commandName == name }),
      ID3Tap.exitCode(for: error) == .success
    else { return nil }
    // The version is no help.
    let whole = ID3Tap.fullMessage(for: error)
    return whole.hasPrefix("OVERVIEW:") ? text(of: whole, command: name) : nil
  }

  /// Cuts the short help out of `whole`, the help that ArgumentParser writes for `command`.
  static func text(of whole: String, command: String) -> String {
    let paragraphs = whole.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "").map(Array.init)
    let usage = paragraphs.firstIndex { $0.first?.hasPrefix("USAGE:") ?? false } ?? 0
    let overview = paragraphs[..<usage]
    let examples = first(exampleCount, of: overview.joined().filter { $0.hasPrefix("  ") })
    let sections = paragraphs[usage...].dropFirst().map(brief).filter { $0.count > 1 }
    let pointer = "'id3tap \(command) --help' has the details, and the shared options."
    return (overview.prefix(1) + [examples] + paragraphs[usage...].prefix(1) + sections)
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n\n\(pointer)"
  }

  /// The first examples; one that continues on the next line ends in a backslash.
  private static func first(_ count: Int, of lines: [Substring]) -> [Substring] {
    var rest = count
    return Array(
      lines.prefix { line in
        guard rest > 0 else { return false }
        if !line.hasSuffix("\\") { rest -= 1 }
        return true
      }
    )
  }

  /// A section without the details of its options; empty if its options are shared.
  private static func brief(_ section: [Substring]) -> [Substring] {
    guard let heading = section.first, !sharedHeadings.contains(String(heading)) else { return [] }
    return section.filter { line in
      line.prefix { $0 == " " }.count != detailIndent
        && !commonOptions.contains { line.hasPrefix($0) }
    }
  }
}
