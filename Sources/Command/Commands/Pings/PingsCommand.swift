import ArgumentParser
import NielsenAppApi
import Playback
import Records
import System
import TimedMetadata

struct PingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pings",
    abstract: "Play the stream through the engine and print the pings it makes.",
    discussion: """
      An open re-implementation of the Nielsen App SDK's engine gets the Nielsen tags, and a playhead every \
      second. The clock is virtual: an hour of stream takes milliseconds. No ping is sent without \
      --collector.

        id3tap pings recording.ts
        id3tap pings --format url recording.ts \\
          --app-info '{"appid": "P…", "appname": "my app"}'
        id3tap pings --calls calls.txt --show-calls
        id3tap pings --scenario pause.json
        id3tap pings --collector http://127.0.0.1:8977 --store pings recording.ts
      """
  )

  @OptionGroup(title: OptionTitle.playback) var playback: PlaybackArguments
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.output) var format: FormatOption<PingRow>
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard !playback.printConfig else { return }
    if let calls = playback.calls {
      guard input.inputs.isEmpty else {
        throw ValidationError("\(calls.path): use --tags to name the stream that has the tags.")
      }
      return
    }
    guard let given = playback.scenario else { return try input.requireInputs() }
    guard !given.scenario.usesInput else {
      guard input.inputs.isEmpty else { return }
      throw ValidationError(
        "\(given.path): the scenario plays a stream: name your own stream, or 'sample.ts' from "
          + "'id3tap make -o sample.ts && id3tap pings --scenario \(given.path) sample.ts'."
      )
    }
    if !input.inputs.isEmpty {
      throw ValidationError(
        "\(given.path): the scenario has no tags: leave out the inputs, or write \"tags\": \"input\"."
      )
    }
  }

  func run() async throws {
    let diagnostics = talk.diagnostics()
    let file = try playback.app.file.options
    let fetching = file.fetching(header)
    let playback = try await playback.ready(fetching, diagnostics)
    guard !playback.printConfig else { return try await print(playback.configuration, diagnostics) }
    let inputs = Inputs(
      playback.listing.tags.map { [$0] } ?? input.inputs,
      input.reading,
      playlists: file.playlists(from: input.reading.start),
      fetching: fetching,
      diagnostics: diagnostics
    )
    let rows =
      playback.listing.showCalls
      ? nil : try inputs.rows(PingRow.self, format: format.format, output: output)
    let shown = playback.listing.showCalls ? try CallLog(inputs, output) : nil
    let sending = SendingRun(playback, fetching.network, diagnostics)
    let outcome: Result<Void, any Error>
    do {
      try await play(inputs, rows, shown, playback, sending)
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    let isSent = await sending?.finish() ?? true
    try outcome.get()
    if !isSent { throw ExitCodes.failed }
  }

  private func play(
    _ inputs: Inputs,
    _ rows: RowWriter<PingRow>?,
    _ shown: CallLog?,
    _ playback: PlaybackArguments,
    _ sending: SendingRun?
  ) async throws {
    func played(_ name: String) -> PingRun {
      let selection = input.reading.selection
      let played = PingRun(name, playback, selection, inputs.diagnostics, sending) {
        (row) throws(OutputError) in
        try rows?.write(row)
      }
      played.caFile = inputs.reading.fetching.network.certificates.caFile
      if let shown { played.onEvent = { shown.take($0) } }
      return played
    }
    let script = playback.calls?.path ?? playback.scenario?.path
    let usesInput = playback.listing.tags != nil || playback.scenario?.scenario.usesInput ?? false
    try await inputs.diagnostics.ending(inputs.hasFailed) {
      if let script, !usesInput {
        Interruption.watch()
        try await played(script).play(nil)
      } else {
        for try await case .stream(let stream) in inputs {
          try await inputs.read {
            try await played(playback.calls?.path ?? stream.name).play(stream.events())
          }
        }
      }
      try rows?.write(note: PingRow.legend)
      try rows?.finish(replacingFile: inputs.haveResults)
      try shown?.finish()
    }
  }

  private func print(_ configuration: EngineConfiguration, _ diagnostics: Diagnostics) async throws
  {
    try await diagnostics.ending(false) { try output.write(configuration.json() + "\n") }
  }
}

/// Writes the calls of `--show-calls`, each followed by the pings that the call causes.
final class CallLog {
  private let destination: OutputDestination
  private var text = CallText()
  private var lines = ""

  /// - Throws: The exit code if the output is also an input or cannot be opened.
  init(_ inputs: Inputs, _ output: OutputOptions) throws {
    try inputs.refuse(asOutputs: [output.output])
    do throws(OutputError) {
      destination = try output.destination()
    } catch {
      inputs.diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  func take(_ event: PlayedEvent) { lines += text.lines(of: event) }

  func finish() throws(OutputError) {
    lines += text.end()
    try destination.append { $0 += Array(lines.utf8) }
    try destination.commit()
  }
}
