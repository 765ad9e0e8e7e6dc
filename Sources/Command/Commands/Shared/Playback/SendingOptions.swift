import ArgumentParser
import PingDelivery

/// Where pings are sent, and kept until they are received.
struct SendingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the pings to your own collector: http://HOST:PORT[/PATH].",
      discussion: """
        Without it nothing is sent. Hosts that collect real measurement data are refused.
        """,
      valueName: "url"
    ),
    transform: parseCollector
  )
  var collector: CollectorArgument?

  @Option(
    help: ArgumentHelp(
      "Keep identities and undelivered pings in this directory.",
      valueName: "dir"
    ),
    completion: .directory,
    transform: parseDirectory
  )
  var store: String?
}

/// The value of `--collector`.
struct CollectorArgument {
  /// As it was given, for messages.
  var text: String
  var collector: Collector
}

private func parseCollector(_ text: String) throws -> CollectorArgument {
  do {
    return CollectorArgument(text: text, collector: try Collector(text))
  } catch {
    throw ValidationError("\(text): \(error)")
  }
}

private func parseDirectory(_ text: String) throws -> String {
  guard !text.isEmpty else { throw ValidationError("--store: name a directory.") }
  return text
}
