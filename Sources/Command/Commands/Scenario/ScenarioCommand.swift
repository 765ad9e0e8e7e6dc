import ArgumentParser
import Playback
import System

struct ScenarioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario",
    abstract: "List the built-in scenarios and what each proves, or print one.",
    usage: """
      id3tap scenario --list
      id3tap scenario [--print] <name>
      """,
    discussion: """
      A scenario is a script of a viewer's actions: ads, pauses, a kill of the app, an opt-out. 'id3tap pings \
      --scenario' plays a scenario, by its name or from a file. Use a built-in scenario as the start of your own, \
      or print its calls for 'id3tap pings --calls'.

        id3tap scenario --list
        id3tap scenario pause > mine.json
        id3tap scenario --print pause > calls.txt
        id3tap pings --scenario pause
      """
  )

  @Flag(help: "List the names of all scenarios, and what the pings of each prove.")
  var list = false

  @Flag(
    name: .customLong("print"),
    help: "Print the calls of the scenario, with each ping under its call."
  )
  var printsCalls = false

  @Argument(
    help: ArgumentHelp("The scenario.", valueName: "name"),
    completion: .list(DeliveredScenario.all.map(\.name))
  )
  var name: String?

  @OptionGroup(title: OptionTitle.output) var output: OutputOptions
  @OptionGroup(title: OptionTitle.output) var talk: TalkOptions

  func validate() throws {
    guard list != (name != nil) else {
      throw ValidationError(
        list ? "--list: leave out the name." : "Name a scenario, or list them with --list."
      )
    }
    guard let name else { return }
    guard let delivered = DeliveredScenario.named(name) else {
      throw ValidationError("'\(name)' is not a built-in scenario: see 'id3tap scenario --list'.")
    }
    guard printsCalls, try Scenario(json: Array(delivered.json.utf8)).usesInput else { return }
    throw ValidationError(
      "--print: '\(name)' plays a stream: name the stream in 'id3tap pings --scenario \(name) "
        + "--show-calls'."
    )
  }

  func run() async throws {
    try await talk.diagnostics().ending(false) {
      let json = name.flatMap { DeliveredScenario.named($0)?.json }
      let text = try printsCalls ? json.map(Self.calls) : json
      try output.write(text ?? Self.listText)
    }
  }

  /// The calls of a scenario that needs no input, each followed by its pings.
  private static func calls(_ json: String) throws -> String {
    var options = PlaybackOptions(channelName: "")
    options.scenario = try Scenario(json: Array(json.utf8))
    var (text, lines) = (CallText(), "")
    let player = try SynthesizedPlayer(options: options)
    player.onEvent = { lines += text.lines(of: $0) }
    player.finish(duration: nil)
    return lines + text.end()
  }

  /// One line for each scenario: its name, what it proves, and whether it needs an input.
  private static var listText: String {
    let width = DeliveredScenario.all.map(\.name.count).max() ?? 0
    return DeliveredScenario.all.map { delivered in
      let scenario = try? Scenario(json: Array(delivered.json.utf8))
      let space = String(repeating: " ", count: width - delivered.name.count + 2)
      let input = scenario?.usesInput ?? false ? " Needs an input." : ""
      return "\(delivered.name)\(space)\(scenario?.proof ?? "")\(input)\n"
    }.joined()
  }
}
