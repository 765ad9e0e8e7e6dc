import ArgumentParser
import Glibc
import TerminalPlayer

/// `id3tap player`: a player for the terminal that drives the engine.
struct PlayerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Play streams on the terminal through the engine, as a sample app would.",
    usage: "id3tap player [<options>] [--channels <file>] [<input> ...]",
    discussion: """
      The playhead moves with the clock; each second the engine hears the playhead, and each tag when the \
      playhead reaches it. Keys play, pause, stop, seek, change the channel, opt out, and go over to AirPlay \
      or a cast; '?' lists them. The log shows every call of the API and every ping; 'w' saves it in the \
      file that -o names, or in 'id3tap-player.jsonl'. At the end the file of -o is written in any case.

      A script of keys needs no terminal and takes no time: 'p wait 20 right*3 wait end' plays, seeks and \
      plays to the end. Its log is written as JSON Lines, the same bytes each time; with --speed it is \
      played in real time, so many times as fast.

        id3tap player --channels SampleStreams/channels.json
        id3tap player --collector http://127.0.0.1:8977 https://example.com/live.m3u8
        id3tap player --script 'p wait 65 p wait 30 p wait end' -o log.jsonl a.ts
      """
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var playlists: PlaylistOptions

  @Option(
    help: ArgumentHelp(
      "Play the channels that this JSON file lists, before the inputs.",
      discussion: """
        {"version": 1, "channels": [{"name", "url", "playhead", "channelInfo", "metadata"}]}; only "url" is \
        needed. Paths count from the folder of the file.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var channels: String?

  @Option(
    help: ArgumentHelp(
      "Press these keys instead of a viewer: keys, 'wait SECONDS', 'wait end', 'seek SECOND'.",
      discussion: """
        Keys are characters, or 'space', 'left', 'right', 'up', 'down' and so on; 'right*3' is three times. \
        '@FILE' reads them from a file, in which '#' begins a comment. The log is the result.
        """,
      valueName: "keys|@file"
    ),
    transform: parseScript
  )
  var script: PlayerScript?

  @Option(
    help: ArgumentHelp(
      "Let time pass so many times as fast, 0.1 to 1000.",
      valueName: "number"
    )
  )
  var speed: Double?

  @OptionGroup var playback: PlayerPlaybackOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var talk: TalkOptions

  func validate() throws {
    guard channels != nil || !input.inputs.isEmpty else {
      throw ValidationError("Name a stream, or a list of channels with --channels.")
    }
    if let speed, !(0.1...1000).contains(speed) {
      throw ValidationError("--speed \(speed): give a number from 0.1 to 1000.")
    }
  }

  func run() throws {
    let diagnostics = talk.diagnostics()
    if script == nil { try requireTerminal(diagnostics) }
    let channels = try findChannels(diagnostics)
    let playback = try playback.playback().ready(input.reading.fetching.settings, diagnostics)
    // Ctrl-\ stands beside Ctrl-C on the keyboard: what was played is not lost by it.
    Interruption.watch(also: [SIGQUIT])
    let run = PlayerRun(
      channels: channels,
      playback: playback,
      reading: InputReading(
        stream: input.reading.stream,
        fetching: input.reading.fetching.settings,
        playlists: playlists,
        readsText: false,
        diagnostics: diagnostics
      ),
      totalTimeout: input.reading.totalTimeout.map { .seconds($0) },
      output: output,
      diagnostics: diagnostics
    )
    if let script {
      try run.script(script, speed: speed)
    } else {
      try run.onTerminal(speed: speed ?? 1)
    }
  }

  private func requireTerminal(_ diagnostics: Diagnostics) throws {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    guard TerminalRun.isPossible else {
      diagnostics.failure(
        "player: standard input and output are no terminal: run it on one, or give keys with --script"
      )
      throw ExitCode.validationFailure
    }
    guard !name.isEmpty, name != "dumb" else {
      diagnostics.failure(
        "player: the terminal cannot show a screen (TERM is '\(name)'): set TERM, or give keys with --script"
      )
      throw ExitCode.validationFailure
    }
  }

  private func findChannels(_ diagnostics: Diagnostics) throws -> PlayerChannels {
    var found = PlayerChannels()
    do throws(PlayerChannels.Problem) {
      if let channels { try found.add(listAt: channels) }
      for argument in input.inputs { try found.add(argument: argument) }
    } catch {
      diagnostics.failure(error.description)
      throw ExitCode.validationFailure
    }
    if let path = output.output, found.members.contains(where: { SameFile.check($0, path) }) {
      diagnostics.failure("\(path): is also an input: name another file with -o")
      throw ExitCode.validationFailure
    }
    return found
  }
}

private func parseScript(_ text: String) throws -> PlayerScript {
  var keys = text
  if text.hasPrefix("@") {
    let path = String(text.dropFirst())
    do {
      keys = String(
        decoding: try SmallFile.bytes(of: path, upTo: PlayerScript.sizeLimit),
        as: UTF8.self
      )
    } catch {
      throw ValidationError("\(path): \(error): name a file with keys.")
    }
  }
  do {
    return try PlayerScript(keys)
  } catch {
    throw ValidationError("--script: \(error).")
  }
}
