import ArgumentParser
import CFFmpeg
import CResources
import Dispatch
import Formats
import Glibc
import Records

/// The command line: `id3tap` and its subcommands.
package struct ID3Tap: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "id3tap",
    abstract: "Find and check Nielsen ID3 tags in video streams, and rehearse pings.",
    discussion: """
      Reads MPEG transport streams, HLS, DASH, fragmented MP4 and packed audio from files and the network. \
      An open re-implementation of the Nielsen App SDK's engine shows which pings the tags cause.

      Independent software, not affiliated with Nielsen. Pings are for analysis and tests, and are never sent \
      to hosts that collect real measurement data.

      Start here:

        id3tap make --minutes 12 --fault cadence-gap -o sample.ts
        id3tap check sample.ts             # Are the tags correct?
        id3tap pings sample.ts             # What should my app send?
        id3tap explain app.har             # What did it send?
        id3tap compare sample.ts app.har   # What is different?
        id3tap batch recordings/           # Which of 10,000 fail?

      'id3tap COMMAND -h' describes a command on one screen; 'id3tap explain --rules' lists all rules. \
      'id3tap help scenario-file' and 'id3tap help call-list' describe the files for 'pings'. Documentation: \
      README.md and the folder Documentation of the project.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Stream",
        subcommands: [
          ExtractCommand.self, CheckCommand.self, TraceCommand.self, ExpectCommand.self,
          ExplainCommand.self,
        ]
      ),
      CommandGroup(
        name: "Ping",
        subcommands: [
          PingsCommand.self, CollectCommand.self, CompareCommand.self,
          RehearseCommand.self, ScenarioCommand.self,
        ]
      ),
      CommandGroup(
        name: "Batch and live",
        subcommands: [BatchCommand.self, WatchCommand.self, ReportCommand.self]
      ),
      CommandGroup(name: "Sample", subcommands: [MakeCommand.self]),
    ]
  )

  package init() {}

  /// Reads the arguments of the process and runs the command they name. Ends the process.
  package static func start() -> Never {
    // Must run before the first task, because the runtime's descriptors could get the numbers of closed standard
    // streams.
    ProcessSetup.run()
    // The runtime reads the arguments from /proc. Without /proc there are none, and the command would print its help.
    guard !CommandLine.arguments.isEmpty else {
      StandardError.write("id3tap: the arguments cannot be read: check that /proc is mounted\n")
      exit(withError: ExitCodes.failed)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let topic = HelpTopic(arguments) { exit(withError: CleanExit.message(topic.text)) }
    if let error = UnknownCommand.error(in: arguments) { exit(withError: error) }
    let work = Task(executorPreference: CommandThread.executor) {
      var command = try parseAsRoot(arguments)
      if var waiting = command as? any AsyncParsableCommand {
        try await waiting.run()
      } else {
        try command.run()
      }
    }
    Interruption.onRequest { work.cancel() }
    Task {
      do {
        try await work.value
        exit()
      } catch {
        if let help = ShortHelp.text(for: arguments, error) {
          exit(withError: CleanExit.message(help))
        }
        exit(withError: error)
      }
    }
    dispatchMain()
  }
}

/// A page of the documentation that `id3tap help TOPIC` prints: the format of a file that users write.
enum HelpTopic: String, CaseIterable {
  case scenarioFile = "scenario-file"
  case callList = "call-list"

  init?(_ arguments: [String]) {
    guard arguments.count == 2, arguments[0] == UnknownCommand.help else { return nil }
    self.init(rawValue: arguments[1])
  }

  var text: String {
    switch self {
    case .scenarioFile: String(cString: scenario_file_md())
    case .callList: String(cString: call_list_md())
    }
  }
}

/// Reports an unknown command name, with a suggestion. ArgumentParser would only report it as unexpected.
enum UnknownCommand {
  /// ArgumentParser's command that prints the help of a command.
  static let help = "help"

  /// The error about the name of the command. Nil if the name is valid or missing, or is an option.
  static func error(in arguments: [String]) -> ValidationError? {
    var names = ID3Tap.configuration.subcommands.compactMap { $0.configuration.commandName }
    // The name is the second argument of `id3tap help NAME`.
    let index = arguments.first == help ? 1 : 0
    if index == 1 { names += HelpTopic.allCases.map(\.rawValue) }
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

/// The text of `-h`, cut from `--help`: a command's purpose, three examples, its usage, and its own options without
/// details.
enum ShortHelp {
  /// The headings of the options that most commands have. Only `--help` lists them.
  private static let sharedHeadings = [OptionTitle.input, OptionTitle.output, OptionTitle.network]
    .map { "\($0.uppercased()):" }
  private static let exampleCount = 3
  /// The indentation of an option's details, in spaces. Continued descriptions are indented further.
  private static let detailIndent = 8
  private static let commonOptions = ["  --version", "  -h, --help"]

  /// The short help that `arguments` ask for with `-h`. `error` is the error of parsing them. Nil if they do not ask
  /// for the short help of a command.
  static func text(for arguments: [String], _ error: any Error) -> String? {
    guard arguments.contains("-h"), !arguments.contains("--help"),
      let name = arguments.first,
      ID3Tap.configuration.subcommands.contains(where: { $0.configuration.commandName == name }),
      ID3Tap.exitCode(for: error) == .success
    else { return nil }
    // `--version` also ends in success, but its message is not help.
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
    let pointer = "'id3tap \(command) --help' lists the details and the shared options."
    return (overview.prefix(1) + [examples] + paragraphs[usage...].prefix(1) + sections)
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n\n\(pointer)"
  }

  /// The first examples. A line that ends in a backslash continues on the next line.
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

  /// The section without the details of its options and without ``commonOptions``. Empty if the section's heading is
  /// one of ``sharedHeadings``.
  private static func brief(_ section: [Substring]) -> [Substring] {
    guard let heading = section.first, !sharedHeadings.contains(String(heading)) else { return [] }
    return section.filter { line in
      line.prefix { $0 == " " }.count != detailIndent
        && !commonOptions.contains { line.hasPrefix($0) }
    }
  }
}

enum Version {
  /// The version of id3tap (semantic versioning).
  static let id3tap = ToolVersion.id3tap

  /// The versions of id3tap and of the libavformat library loaded at run time.
  static var text: String { "id3tap \(id3tap) (libavformat \(libavformat))" }

  private static var libavformat: String {
    let number = avformat_version()
    return "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
  }
}

enum ProcessSetup {
  static func run() {
    // A write to a closed pipe must fail in write(2), not end the process.
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the shell's limit for file sizes must fail in write(2), not end the process.
    signal(SIGXFSZ, SIG_IGN)
    openStandardDescriptors()
  }

  /// Opens standard descriptors that the parent process closed. A file opened later would otherwise take the
  /// number of one of them, and receive output or error messages.
  private static func openStandardDescriptors() {
    // Each descriptor is opened in the opposite direction. Using it fails, as with a closed descriptor.
    open(STDIN_FILENO, O_WRONLY)
    open(STDOUT_FILENO, O_RDONLY)
    open(STDERR_FILENO, O_RDONLY)
  }

  private static func open(_ descriptor: Int32, _ flags: Int32) {
    guard fcntl(descriptor, F_GETFD) < 0 else { return }
    _ = Glibc.open("/dev/null", flags)
  }
}
