import ArgumentParser
import Dispatch
import Glibc

/// The command line: `id3tap` and its subcommands.
package struct ID3Tap: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "id3tap",
    abstract: "Find, check and rehearse the Nielsen ID3 tags in video streams.",
    discussion: """
      Reads MPEG transport streams, HLS, DASH, fragmented MP4 and packed audio from files and the network. \
      An open re-implementation of the Nielsen App SDK's engine shows which pings the tags cause.

      Independent software, not affiliated with Nielsen. Pings are for analysis and tests: none is sent to \
      hosts that collect real measurement data.

      Start here:

        id3tap make --minutes 12 --fault cadence-gap -o sample.ts
        id3tap check sample.ts             # Is it there?
        id3tap pings sample.ts             # What should my app send?
        id3tap explain app.har             # What did it send?
        id3tap compare sample.ts app.har   # What is different?
        id3tap batch recordings/           # Which of 10,000?

      'id3tap COMMAND -h' shows a command on one screen, 'id3tap explain --rules' all rules. Documentation: \
      README.md and the folder Documentation of the project.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Stream",
        subcommands: [
          ExtractCommand.self, CheckCommand.self, ExpectCommand.self, ExplainCommand.self,
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
    // Before the first task: the runtime opens descriptors, and one of them could be that of a closed standard stream.
    ProcessSetup.run()
    // The runtime reads them from /proc. Help and exit code 0 would be the answer otherwise.
    guard !CommandLine.arguments.isEmpty else {
      StandardError.write("id3tap: the arguments cannot be read: check that /proc is mounted\n")
      exit(withError: ExitCodes.failed)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
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
