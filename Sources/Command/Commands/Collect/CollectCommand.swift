import ArgumentParser
import Collector
import Formats
import HTTP
import HTTPServer
import PingAnalysis

struct CollectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Collect the pings that apps send, and show them on a live page.",
    usage: "id3tap collect [<options>]",
    discussion: """
      Send the pings of an app, or of 'id3tap pings --collector', to the address. A ping can be a GET or POST \
      request to /cgi-bin/gn, d, trans, tsv, m, error or cfg, or an event of the Cloud API. Each is decoded and \
      stored, then answered with a time-shift code (tsv), a configuration (cfg) or a transparent pixel. Nothing is \
      forwarded.

      The page at the same address lists and explains the pings as they arrive, and exports them as JSON \
      Lines (/export.jsonl) and HAR (/export.har). 'id3tap explain' and 'compare' read both exports and the \
      database. Standard output gets one line of JSON with the address. Stop with Ctrl-C.

        id3tap collect
        id3tap collect --listen 0.0.0.0:8977 --db rehearsal.sqlite
        id3tap collect --tls server.pem,server.key --answers answers.json
        id3tap collect --against recording.ts
        id3tap compare recording.ts rehearsal.sqlite
      """
  )

  @Option(
    help: ArgumentHelp(
      "Listen at this address; port 0 chooses a free port. (default: 127.0.0.1:8977)",
      discussion: "Only this machine can reach the default address.",
      valueName: "host:port"
    ),
    transform: parseAddress
  )
  var listen = ListeningAddress(port: 8977)

  @Option(
    help: ArgumentHelp("Store the pings in this SQLite database.", valueName: "file"),
    completion: .file()
  )
  var db = "collected.sqlite"

  @Option(
    help: ArgumentHelp(
      "Use HTTPS with these files: certificate and key, in PEM format.",
      valueName: "cert,key"
    ),
    completion: .file()
  )
  var tls: String?

  @Option(
    help: ArgumentHelp(
      "Answer requests by the rules in this JSON file.",
      discussion: """
        Time-shift codes by content id, or any answer to any kind of ping, such as 503. The project's \
        Documentation/Collector.md describes the file.
        """,
      valueName: "file"
    ),
    completion: .file(),
    transform: AnswersArgument.parse
  )
  var answers: AnswersArgument?

  @Option(
    help: ArgumentHelp(
      "Delete the oldest pings beyond this size: bytes, or a number with K, M, G or T. (default: 10G)",
      valueName: "size"
    ),
    transform: parseSize
  )
  var maxBytes: Int64 = CollectorLimits().storedBytes

  @Option(
    help: ArgumentHelp(
      "The maximum number of requests per second; further requests are answered with 429.",
      valueName: "number"
    )
  )
  var maxRate: Int = CollectorLimits().rate

  @Option(
    help: ArgumentHelp(
      "Show on the page how the received pings differ from those of this stream, scenario or capture.",
      discussion: """
        A stream is played as by 'id3tap pings' without options. To use other options, name a file with \
        rows of 'id3tap pings'. A ping counts as missing only after its expected time.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var against: String?

  @OptionGroup var talk: TalkOptions

  func validate() throws {
    guard !db.isEmpty else { throw ValidationError("--db: name a file.") }
    guard db != ":memory:" else {
      throw ValidationError(
        "--db :memory:: pings must be on disk before they are answered: name a file."
      )
    }
    if let against {
      guard !against.isEmpty else { throw ValidationError("--against: name a file.") }
      if !PingRecognizer.isPing(against) { try CaptureInput.refuseProduction(against) }
    }
    guard (1...1_000_000).contains(maxRate) else {
      throw ValidationError("--max-rate \(maxRate): give a number from 1 to 1000000.")
    }
    if let tls, tls.split(separator: ",").count != 2 {
      throw ValidationError("--tls \(tls): name two files: CERT,KEY.")
    }
  }

  func run() async throws {
    let diagnostics = talk.diagnostics()
    var expected: ExpectedPings?
    if let against { expected = try await Self.expected(against, diagnostics) }
    do {
      var settings = try settings(diagnostics)
      settings.expected = expected
      try await CollectRun(settings: settings, diagnostics: diagnostics)()
    } catch let error as CollectorError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
    throw ExitCodes.interrupted
  }

  private static func expected(
    _ file: String,
    _ diagnostics: Diagnostics
  ) async throws -> ExpectedPings {
    let defaults = try FileOptions.parse([])
    let fetching = try defaults.fetching(HeaderOption.parse([]))
    let playback = try await ExpectationOptions.parse([]).playback().ready(fetching, diagnostics)
    let run = CompareRun(
      try ReadingOptions.parse([]),
      defaults.playlists,
      fetching,
      playback,
      diagnostics
    )
    guard let expected = await run.expected(file) else { throw ExitCodes.failed }
    var options = ComparisonOptions()
    options.ignored = expected.unknown
    options.ignoresTimeShift = expected.lacksTimeShift
    return ExpectedPings(name: InputURL.shown(file), pings: expected.pings, options: options)
  }

  private func settings(_ diagnostics: Diagnostics) throws(CollectorError) -> CollectorSettings {
    var settings = CollectorSettings(database: db)
    settings.address = listen
    if let files = tls?.split(separator: ",").map(String.init) {
      settings.identity = try ServerIdentity(certificate: files[0], key: files[1])
    }
    if let answers { settings.answers = answers.rules }
    settings.limits.storedBytes = maxBytes
    settings.limits.rate = maxRate
    settings.creator = ("id3tap", Version.id3tap)
    settings.logger = diagnostics.log
    settings.onProblem = { diagnostics.failure($0) }
    return settings
  }
}

private func parseAddress(_ text: String) throws -> ListeningAddress {
  guard let address = ListeningAddress(text) else {
    throw ValidationError("'\(text)' is not an address: give one like '127.0.0.1:8977' or ':0'.")
  }
  return address
}

private func parseSize(_ text: String) throws -> Int64 {
  let units: [String: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
  let unit = text.last.flatMap { units[$0.uppercased()] }
  let digits = unit == nil ? text[...] : text.dropLast()
  let least = CollectorLimits.leastStoredBytes
  guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else {
    throw ValidationError("'\(text)' is not a size: give bytes, or a number with K, M, G or T.")
  }
  guard let product = Int64(digits)?.multipliedReportingOverflow(by: unit ?? 1),
    !product.overflow
  else {
    throw ValidationError("'\(text)' is too large: give at most \(Int64.max >> 40)T.")
  }
  guard product.partialValue >= least else {
    throw ValidationError("'\(text)' is too small: give at least \(least >> 20)M.")
  }
  return product.partialValue
}

/// The value of `--answers`: rules that choose the answer to a ping.
struct AnswersArgument {
  var rules: AnswerRules

  static func parse(_ path: String) throws -> AnswersArgument {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: AnswerRules.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a file with answers.")
    }
    do {
      return AnswersArgument(rules: try AnswerRules(json: bytes))
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }
}
