import ArgumentParser
import NielsenAppApi
import Playback
import Results
import TimedMetadata

/// `id3tap pings`: plays the stream through the engine and prints the pings.
struct PingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pings",
    abstract: "Play the stream through the engine and print the pings it makes.",
    discussion: """
      The Nielsen tags are given to an open re-implementation of the Nielsen App SDK's engine, with a \
      playhead for every second. The clock is virtual: an hour of stream takes milliseconds. Nothing \
      is sent.

        id3tap pings recording.ts
        id3tap pings --format url --app-info '{"appid": "P…", "appname": "my app"}' recording.ts
      """
  )

  @OptionGroup var input: InputOptions

  @Option(
    help: ArgumentHelp(
      "The form of the results: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: OutputFormat.names(for: PingRow.self)
    ),
    completion: OutputFormat.completion(for: PingRow.self),
    transform: { try OutputFormat.parse($0, for: PingRow.self) }
  )
  var format: OutputFormat?

  @OptionGroup var playback: PlaybackArguments
  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    if !playback.printConfig { try input.requireInputs() }
  }

  func run() throws {
    guard !playback.printConfig else { return try printConfiguration() }
    let run = InputRun(input, diagnostics: talk.diagnostics())
    for notice in playback.notices { run.diagnostics.notice(notice) }
    let rows = try run.rows(PingRow.self, format: format, output: output)
    try run { name, reader in
      try PingRun(name, playback, input.selection, rows, run.diagnostics).play(reader)
    } finish: { (isWorthFile) throws(OutputError) in
      try rows.finish(replacingFile: isWorthFile)
    }
  }

  private func printConfiguration() throws {
    let diagnostics = talk.diagnostics()
    for notice in playback.notices { diagnostics.notice(notice) }
    do {
      let destination = try output.destination()
      let json = try playback.configuration.json()
      try destination.append { $0 += Array((json + "\n").utf8) }
      try destination.commit()
    } catch let error as OutputError where error.code == .readerGone {
      return
    } catch {
      diagnostics.failure("\(error)")
      throw InputRun.Exit.failed
    }
  }
}
