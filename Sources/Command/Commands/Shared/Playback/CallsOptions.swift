import ArgumentParser
import Playback

/// The options about calls.
struct CallsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make the calls of this list, such as a guide's table.",
      discussion: """
        A call on each line, such as 'A: play {"channelName":"MyApp"}'; '-' reads standard input.
        """,
      valueName: "file"
    ),
    completion: .file(),
    transform: CallsArgument.parse
  )
  var calls: CallsArgument?

  @Option(
    help: ArgumentHelp(
      "Give the tags of this stream to instance A of --calls.",
      discussion: "Each tag comes after the playhead of its second.",
      valueName: "input"
    ),
    completion: .file()
  )
  var tags: String?

  @Flag(help: "Print calls, with each ping under its call.")
  var showCalls = false
}

/// The value of `--calls`: a list of calls.
struct CallsArgument {
  /// The file, as it was given.
  var path: String
  var list: CallList

  static func parse(_ path: String) throws -> CallsArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: CallList.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with a list of calls.")
    }
    do {
      return CallsArgument(path: path, list: try CallList(bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
