import ArgumentParser
import HTTP

/// The options for HTTP: headers, the values of parameters in results, and certificates.
struct HeaderOption: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Send this header field with HTTP requests; may be given several times.",
      discussion: """
        Only the host of the input's URL gets the field, because it may be a secret; Accept, \
        Accept-Language, Origin, Referer and similar fields are sent to every host. '@FILE' names a file \
        with one field per line: it keeps secrets out of the arguments, which other users of the machine can see.
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
        Without this option, URLs are shown with '?token=…', because a value may be a secret. User, password \
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

  /// Parses a header field. `place` names the option or line that contains the text, for errors.
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

/// Reads a file with secret option values. Secrets are not safe in arguments, which every user of a machine can read.
enum SecretFile {
  private static let largest = 64 << 10

  /// The lines of the file that `option` names, with their numbers. Empty lines and lines that start with `#` are
  /// left out.
  /// - Throws: `ValidationError`, which contains nothing from the file.
  static func lines(
    of path: Substring,
    option: String
  ) throws -> [(number: Int, text: String)] {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: String(path), upTo: largest)
    } catch {
      throw ValidationError("\(option) @\(path): \(error): name a readable text file.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ValidationError("\(option) @\(path): is not UTF-8: name a text file.")
    }
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0 + 1, text: trimmed($1)) }
      .filter { !$0.text.isEmpty && !$0.text.utf8.starts(with: "#".utf8) }
  }

  private static func trimmed(_ line: Substring.UTF8View) -> String {
    let isBlank = { (byte: UInt8) in " \t\r".utf8.contains(byte) }
    let start = line.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(start[...last]))
  }
}
