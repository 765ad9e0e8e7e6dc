import ArgumentParser
import Fetching

/// The options about headers for servers, and about addresses that playlists can reach.
struct NetworkOptions: ParsableArguments {
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

  @Option(help: ArgumentHelp("The User-Agent of HTTP requests.", valueName: "text"))
  var userAgent = "id3tap/\(Version.id3tap)"

  @Flag(help: "Accept any certificate.")
  var insecure = false

  @Flag(
    help: ArgumentHelp(
      "Let a public URL lead to loopback, link-local and private addresses.",
      discussion: "Without it, only inputs at such an address may lead to others."
    )
  )
  var allowPrivate = false

  @Flag(help: "Let a local playlist name files outside its folder, and URLs.")
  var allowOutside = false

  func validate() throws {
    guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ValidationError("--user-agent must not hold control characters.")
    }
  }

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
