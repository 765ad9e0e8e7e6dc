import ArgumentParser
import TerminalPlayer

/// The options of `id3tap player` about its stream and the source of its keys.
struct PlayingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play the channels that this JSON file or HTTP URL lists, before the inputs.",
      discussion: """
        {"version": 1, "channels": [{"name", "url", "playhead", "ads", "channelInfo", "metadata"}]}; only "url" is \
        required. Relative paths start at the folder of the list. The key 'r' reads the list again.
        """,
      valueName: "file|url"
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
      "The speed of time, 0.1 to 1000. (default: 1; a script does not wait)",
      valueName: "factor"
    )
  )
  var speed: Double?

  func validate() throws {
    if let speed, !(0.1...1000).contains(speed) {
      throw ValidationError("--speed \(speed): give a number from 0.1 to 1000.")
    }
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
