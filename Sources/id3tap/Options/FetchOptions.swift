import ArgumentParser
import Fetching
import Foundation
import TimedMetadata

/// How what is not a local file is reached, and what playlists may reach.
struct FetchOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Send this header field with HTTP requests; may be given several times.",
      discussion: """
        It is sent to the host of the input's URL only, since it may be a secret; Accept, \
        Accept-Language, Origin, Referer and the like are sent to every host.
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
      discussion: "Without it only inputs that are at such an address themselves lead to others."
    )
  )
  var allowPrivate = false

  @Flag(help: "Let a local playlist name files outside its folder, and URLs.")
  var allowOutside = false

  @Option(
    help: ArgumentHelp(
      "How long nothing may come from the network.",
      discussion: "Unless told otherwise 10 s over HTTP, 30 s of live feeds (udp, rtp, srt).",
      valueName: "seconds"
    )
  )
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "How long a playlist, a key or a segment may take over HTTP, over all attempts.",
      discussion: """
        Unless told otherwise 60 s; a segment has as long as it comes at 64 KiB a second. Streams without \
        an end have no such limit.
        """,
      valueName: "seconds"
    )
  )
  var resourceTimeout: Double?

  /// A day.
  private static let longestTimeout = 86_400.0

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= Self.longestTimeout) {
      throw ValidationError("--timeout \(timeout): give seconds above 0, at most a day.")
    }
    if let resourceTimeout, !(resourceTimeout > 0 && resourceTimeout <= Self.longestTimeout) {
      throw ValidationError(
        "--resource-timeout \(resourceTimeout): give seconds above 0, at most a day."
      )
    }
    guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ValidationError("--user-agent must not hold control characters.")
    }
  }

  /// The longest silence on the network; nil: what is usual.
  var patience: Duration? { timeout.map { .seconds($0) } }

  /// Brings what an input names and what it leads to.
  /// - Parameters:
  ///   - url: The URL of the input; nil when it has none, such as standard input.
  ///   - report: Called, on any thread, with what makes the input wait.
  /// - Returns: A loader that keeps to the rules of safety for that input.
  func loader(
    forInput url: String?,
    report: @escaping @Sendable (FetchNotice) -> Void
  ) -> ResourceAccess {
    let options = httpOptions(report: report)
    return ResourceAccess(topLevelURL: url, allowsOutside: allowOutside) {
      HTTPLoader(topLevelURL: url, options: options)
    }
  }

  /// Brings the configuration of the engine from `url`. Redirects, which may lead to a host that must not
  /// be contacted, are not followed.
  func configurationLoader(
    of url: String,
    report: @escaping @Sendable (FetchNotice) -> Void = { _ in }
  ) -> HTTPLoader {
    var options = httpOptions(report: report)
    options.maximumRedirects = 0
    options.retries = Self.configurationRetries
    return HTTPLoader(topLevelURL: url, options: options)
  }

  /// As apps ask again for their configuration: five times, two seconds apart.
  static var configurationRetries: RetryPolicy {
    var retries = RetryPolicy()
    retries.maximumCount = 5
    retries.spacing = .fixed
    retries.firstDelay = .seconds(2)
    return retries
  }

  private func httpOptions(report: @escaping @Sendable (FetchNotice) -> Void) -> HTTPOptions {
    var options = HTTPOptions()
    options.report = report
    options.headers = header
    options.userAgent = userAgent
    options.isInsecure = insecure
    options.allowsPrivateAddresses = allowPrivate
    if let patience { options.idleTimeout = patience }
    if let resourceTimeout { options.totalTimeout = .seconds(resourceTimeout) }
    options.environment = ProcessInfo.processInfo.environment
    return options
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
