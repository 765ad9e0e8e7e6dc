import ArgumentParser
import PingDelivery

/// Where pings are sent, and kept until they are received.
struct SendingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Send the pings to this collector of your own: http://HOST:PORT, or file:///PATH.",
      discussion:
        "Nothing is sent otherwise, and never to where real measurement data is collected.",
      valueName: "url"
    ),
    transform: parseCollector
  )
  var collector: CollectorArgument?

  @Option(
    help: ArgumentHelp(
      "Keep identities, and pings that a collector has not received yet, in this directory.",
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
