import ArgumentParser
import NielsenAppApi
import Results
import System
import TimedMetadata

/// `id3tap pings`: plays the stream through the engine and prints the pings.
struct PingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pings",
    abstract: "Play the stream through the engine and print the pings it makes.",
    discussion: """
      The Nielsen tags are given to an open re-implementation of the Nielsen App SDK's engine, with a \
      playhead for every second. The clock is virtual: an hour of stream takes milliseconds. Nothing \
      is sent unless a collector is given.

        id3tap pings recording.ts
        id3tap pings --format url --app-info '{"appid": "P…", "appname": "my app"}' recording.ts
        id3tap pings --scenario SampleStreams/scenarios/pause.json
        id3tap pings --collector http://127.0.0.1:8977 --store pings recording.ts
      """
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var playlists: PlaylistOptions

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
    guard !playback.printConfig else { return }
    guard let given = playback.scenario, !given.scenario.usesInput else {
      return try input.requireInputs()
    }
    if !input.inputs.isEmpty {
      throw ValidationError(
        "\(given.path): the scenario has no tags: leave out the inputs, or write \"tags\": \"input\"."
      )
    }
  }

  func run() throws {
    let diagnostics = talk.diagnostics()
    let playback = try playback.ready(input.reading.fetching.settings, diagnostics)
    guard !playback.printConfig else { return try print(playback.configuration, diagnostics) }
    let run = InputRun(input.inputs, input.reading, playlists: playlists, diagnostics: diagnostics)
    let rows = try run.rows(PingRow.self, format: format, output: output)
    let selection = input.reading.selection(from: playlists.from)
    let sending = SendingRun(playback, input.reading.fetching.network, run.diagnostics)
    let outcome = Result {
      if let scenario = playback.scenario, !scenario.scenario.usesInput {
        return try run.writing {
          try PingRun(scenario.path, playback, selection, rows, run.diagnostics, sending)
            .playWithoutInput()
          try rows.finish(replacingFile: true)
        }
      }
      try run { name, reader in
        try PingRun(name, playback, selection, rows, run.diagnostics, sending).play(
          reader
        )
      } finish: { (isWorthFile) throws(OutputError) in
        try rows.finish(replacingFile: isWorthFile)
      }
    }
    let isSent = sending?.finish() ?? true
    try outcome.get()
    if !isSent { throw InputRun.Exit.failed }
  }

  private func print(_ configuration: EngineConfiguration, _ diagnostics: Diagnostics) throws {
    do {
      let destination = try output.destination()
      let json = try configuration.json()
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
