import ArgumentParser
import HTTP

/// What servers get with each request, and whether results show what they get in URLs.
struct HeaderOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Send this header field with HTTP requests; may be given several times.",
      discussion: """
        Only the host of the input's URL gets it, because it may be a secret; Accept, Accept-Language, \
        Origin, Referer and similar fields are sent to every host.
        """,
      valueName: "name: value"
    ),
    transform: Self.parseHeader
  )
  var header: [HeaderField] = []

  @Flag(
    help: ArgumentHelp(
      "Show the values of parameters in URLs.",
      discussion: """
        Without it results and messages have '?token=…', because a value may be a secret. User, password \
        and passphrase are never shown.
        """
    )
  )
  var showQueries = false

  private static func parseHeader(_ text: String) throws -> HeaderField {
    guard let field = HeaderField(text) else {
      throw ValidationError(
        "--header '\(text)': write it as 'Name: value'; fields about length, encoding, ranges and the "
          + "connection cannot be set."
      )
    }
    return field
  }
}
