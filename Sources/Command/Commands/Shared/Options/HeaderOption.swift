import ArgumentParser
import HTTP

/// What servers get with each request, whether results show what they get in URLs, and which servers are trusted.
struct HeaderOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Send this header field with HTTP requests; may be given several times.",
      discussion: """
        Only the host of the input's URL gets it, because it may be a secret; Accept, Accept-Language, \
        Origin, Referer and similar fields are sent to every host. '@FILE' names a file with one field per \
        line, which other users of the machine cannot see.
        """,
      valueName: "name: value"
    ),
    transform: Self.parse
  )
  var header: [[HeaderField]] = []

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

  @OptionGroup var certificates: CertificateOption

  private static func parse(_ text: String) throws -> [HeaderField] {
    if text.hasPrefix("@") {
      let path = text.dropFirst()
      return try SecretFile.lines(of: path, option: "--header").map {
        try field($0.text, "--header @\(path): line \($0.number)")
      }
    }
    return [try field(text, "--header '\(text)'")]
  }

  /// The field in a text; `place` names it in the error.
  static func field(_ text: String, _ place: String) throws -> HeaderField {
    guard let field = HeaderField(text) else {
      throw ValidationError(
        "\(place): write it as 'Name: value'; fields about length, encoding, ranges and the "
          + "connection cannot be set."
      )
    }
    return field
  }
}
