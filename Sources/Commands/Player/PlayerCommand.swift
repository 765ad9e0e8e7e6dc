import ArgumentParser
import Glibc
import Terminal
import TerminalPlayer

/// `id3tap player`: a player for the terminal that drives the engine.
struct PlayerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Play streams on the terminal through the engine, as a sample app would.",
    usage: "id3tap player [<options>] [--channels <file|url>] [<input> ...]",
    discussion: """
      The playhead moves with the clock. The engine gets the playhead every second, and each tag \
      when the playhead reaches it. Keys play, pause, stop, seek, change the channel, opt out, \
      switch to AirPlay or a cast, and show picture in picture; '?' lists them. The log shows \
      every API call and every ping. 'w' saves it as JSON Lines in the file of -o, or in \
      'id3tap-player.jsonl'; the file of -o is also written at the end.

      A script of keys needs no terminal and does not wait: 'p wait 20 right*3 wait end' plays, seeks and \
      plays to the end. Its log is written as JSON Lines, with the same bytes every time. With --speed a \
      script plays in real time, or faster.

      With --collector, delivery errors (8, 9, 10, 1001) are in the saved log: each once, after \
      the ping that could not be sent and with its time. How often and when an attempt failed is \
      reported on standard error only.

        id3tap player https://example.com/master.m3u8
        id3tap player --collector http://127.0.0.1:8977 --channels channels.json
        id3tap player --script 'p wait 65 p wait 30 p wait end' -o log.jsonl a.ts
      """
  )

  @OptionGroup(title: "Player options") var player: PlayingOptions
  @OptionGroup(title: OptionTitle.playback) var playback: PlayerPlaybackOptions
  @OptionGroup var input: InputOptions
  @OptionGroup(title: OptionTitle.input) var segments: SegmentOptions
  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions
  @OptionGroup(title: OptionTitle.network) var header: HeaderOption

  func validate() throws {
    guard player.channels != nil || !input.inputs.isEmpty else {
      throw ValidationError("Name a stream, or a list of channels with --channels.")
    }
  }

  func run() throws {
    let diagnostics = talk.diagnostics()
    if player.script == nil { try requireTerminal(diagnostics) }
    let file = try playback.app.file.options
    let channels = try findChannels(file, diagnostics)
    let fetching = file.fetching(header)
    let playback = try playback.playback().ready(fetching, diagnostics)
    // Ctrl-\ is beside Ctrl-C on the keyboard: what was played is not lost by it.
    Interruption.watch(also: [SIGQUIT])
    let run = PlayerRun(
      channels: channels,
      reload: player.channels.map { list in
        (list, { () throws(PlayerChannels.Problem) in try namedChannels(file) })
      },
      playback: playback,
      reading: InputReading(
        stream: input.reading.stream,
        fetching: fetching,
        playlists: file.playlists(from: input.reading.start, segments),
        readsText: false,
        diagnostics: diagnostics
      ),
      totalTimeout: fetching.totalTimeout,
      output: output,
      diagnostics: diagnostics
    )
    if let script = player.script {
      try run.script(script, speed: player.speed)
    } else {
      try run.onTerminal(speed: player.speed ?? 1)
    }
  }

  private func requireTerminal(_ diagnostics: Diagnostics) throws {
    let name = TerminalDescriptor.kind
    guard TerminalDescriptor.isInteractive else {
      diagnostics.failure(
        "player: standard input and output are not a terminal: use one, or give keys with --script"
      )
      throw ExitCodes.wrongUsage
    }
    guard !name.isEmpty, !TerminalDescriptor.isDumb else {
      diagnostics.failure(
        "player: the terminal cannot show a screen (TERM is '\(name)'): set TERM, or give keys with --script"
      )
      throw ExitCodes.wrongUsage
    }
  }

  private func findChannels(_ file: FileOptions, _ diagnostics: Diagnostics) throws
    -> PlayerChannels
  {
    let found: PlayerChannels
    do throws(PlayerChannels.Problem) {
      found = try namedChannels(file)
    } catch {
      diagnostics.failure(error.description)
      throw ExitCodes.wrongUsage
    }
    if let path = output.output, found.members.contains(where: { SameFile.check($0, path) }) {
      diagnostics.failure("\(path): is also an input: name another file with -o")
      throw ExitCodes.wrongUsage
    }
    for notice in found.notices { diagnostics.notice(notice) }
    return found
  }

  /// The channels of the list, which can change while the player runs, and those of the arguments.
  private func namedChannels(_ file: FileOptions) throws(PlayerChannels.Problem) -> PlayerChannels {
    var found = PlayerChannels()
    if let channels = player.channels { try found.add(listAt: channels, file.fetching(header)) }
    for argument in input.inputs {
      try found.add(argument: argument, joins: segments.join, as: file.playback.content)
    }
    return found
  }
}
