import ArgumentParser
import Foundation

/// The options for connections to servers, their time limits, and the addresses that playlists may refer to.
struct NetworkOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The User-Agent of HTTP requests.", valueName: "text"))
  var userAgent = "id3tap/\(Version.id3tap)"

  @Flag(help: "Accept any certificate.")
  var insecure = false

  @OptionGroup var certificates: CertificateOption

  @Flag(
    help: ArgumentHelp(
      "Allow a public URL to lead to loopback, link-local and private addresses.",
      discussion: "Without this option, only an input at such an address may lead to another one."
    )
  )
  var allowPrivate = false

  @Flag(help: "Allow a local playlist to refer to files outside its folder, and to URLs.")
  var allowOutside = false

  @Option(
    help: ArgumentHelp(
      "The time without data after which reading fails.",
      discussion: "Default: 10 s over HTTP, 30 s for live feeds (udp, rtp, srt).",
      valueName: "seconds"
    )
  )
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "The time limit for one playlist, key or segment over HTTP, including all attempts.",
      discussion: """
        Default: 60 s. A segment may take longer at 64 KiB/s or more. Endless streams have no such limit.
        """,
      valueName: "seconds"
    )
  )
  var resourceTimeout: Double?

  func validate() throws {
    try Self.check(timeout, "--timeout")
    try Self.check(resourceTimeout, "--resource-timeout")
    guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ValidationError("--user-agent must not contain control characters.")
    }
  }

  /// The maximum time limit, in seconds: one day.
  private static let longestTimeout = 86_400.0

  /// Refuses a time limit that is not above 0 or is longer than a day.
  static func check(_ seconds: Double?, _ option: String) throws {
    guard let seconds, !(seconds > 0 && seconds <= longestTimeout) else { return }
    throw ValidationError("\(option) \(seconds): give seconds above 0, at most a day.")
  }
}

/// The certificates that are trusted in addition to those of the system.
struct CertificateOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also trust the certificates in this PEM file.",
      valueName: "file",
      // The option is hidden because few users need it. The message about an untrusted certificate names it.
      visibility: .hidden
    )
  )
  var caFile: String?

  func validate() throws {
    guard let caFile, !Self.holdsCertificates(caFile) else { return }
    throw ValidationError("--ca-file \(caFile): name a readable PEM file with certificates.")
  }

  private static func holdsCertificates(_ path: String) -> Bool {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return bytes.range(of: Data("-----BEGIN CERTIFICATE-----".utf8)) != nil
  }
}

/// The time limit for reading one input.
struct TotalTimeoutOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time limit for reading one input. (default: none)",
      discussion: """
        Results up to the limit are written, and the input counts as unreadable.
        """,
      valueName: "seconds"
    )
  )
  var totalTimeout: Double?

  func validate() throws { try NetworkOptions.check(totalTimeout, "--total-timeout") }
}
