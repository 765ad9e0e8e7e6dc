import ArgumentParser
import Foundation
import HTTP
import HTTPServer
import LiveWatch

/// The options for alarms and for the receivers of events.
struct WatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time without a Nielsen tag after which 'missing-tags' is raised.",
      valueName: "seconds"
    )
  )
  var alarmAfter: Double = 30

  @Option(
    help: ArgumentHelp(
      "Run this shell command for every event except tags.",
      discussion: """
        It gets the event as JSON on standard input, and the fields in the environment: ID3TAP_EVENT, \
        ID3TAP_INPUT, ID3TAP_ALARM, ID3TAP_MESSAGE and so on. Commands for one feed run one after another; at most \
        four run at a time, each for at most 30 s. A command that fails is tried up to five times, or without limit if \
        its exit code is 75.
        """,
      valueName: "cmd"
    ),
    completion: .shellCommand("compgen -c")
  )
  var alarmCommand: String?

  @Option(
    help: ArgumentHelp(
      "Post every event except tags to this URL, as JSON.",
      discussion: """
        An event is sent again until the server receives or refuses it. A URL that ends in '/api/v2/alerts' gets \
        alerts in the format of Prometheus's Alertmanager. '@FILE' names a file with the URL in its first line and \
        header fields in the other lines: it keeps secrets out of the arguments, which other users of the machine \
        can see.
        """,
      valueName: "url"
    ),
    transform: WebhookTarget.parse
  )
  var webhook: WebhookTarget?

  @Option(
    help: ArgumentHelp(
      "Do not send the alarms that this file names.",
      discussion: """
        The command and the webhook do not get them. A line is like '"News 24" missing-tags until 2026-11-29T18:00Z'; \
        '*' means every feed or alarm. The file is read again when it changes.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var mute: String?

  @Option(
    help: ArgumentHelp(
      "Also watch the chains of taps in this file.",
      discussion: """
        '[NAME]' begins a chain; the next lines name its taps in order, in the form 'cdn = URL'. The file is read \
        once. An alarm names the hop that loses or changes tags.
        """,
      valueName: "file"
    ),
    completion: .file()
  )
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Serve '/metrics', '/healthz' and a status page.",
      discussion: """
        '/metrics' is for Prometheus. Without a host, only this machine can connect; port 0 chooses a free \
        port.
        """,
      valueName: "host:port"
    ),
    transform: parseMetricsAddress
  )
  var metrics: ListeningAddress?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "End with exit code 1 when this alarm is raised; may be given several times.",
      discussion: """
        One of missing-tags, cid-change, rendition-disagreement, playlist-frozen, playlist-unreachable, \
        stream-lost, any, an alarm of --trace such as hop-lost, an alarm of 'require' in --config such as \
        required-info, or a rule that 'id3tap explain --rules' lists.
        """,
      valueName: "alarm"
    ),
    completion: .list([StopCondition.any.rawValue] + AlarmName.all.map(\.rawValue)),
    transform: parseAlarm
  )
  var stopOn: [AlarmName] = []

  @Option(
    name: .customLong("db"),
    help: ArgumentHelp(
      "Also write tags, alarms and the state of the feeds to this SQLite database.",
      discussion: "Rows are added to an existing database.",
      valueName: "file"
    ),
    completion: .file(extensions: ["sqlite"])
  )
  var database: String?

  @Option(
    help: ArgumentHelp(
      "Keep tags and events in --db for N days. (default: 30)",
      discussion: """
        The limit also applies to feeds that are no longer watched; 'all' keeps everything. The file does not \
        shrink, but its free pages are reused.
        """,
      valueName: "days|all"
    ),
    transform: Retention.parse
  )
  var keep = Retention()

  @Option(
    name: .customLong("evidence"),
    help: ArgumentHelp(
      "Keep the data read before an alarm in this directory.",
      discussion:
        "An alarm above severity 'info' gets a folder with playlists and segments; alarms of a "
        + "feed within 20 s share it. 'id3tap check --join' reads the segments; the event names "
        + "the folder as 'evidence'.",
      valueName: "directory"
    ),
    completion: .directory
  )
  var evidence: String?

  @Option(
    name: .customLong("shard"),
    help: ArgumentHelp(
      "Watch only part I of the feeds, which N processes share; I is 0 to N-1.",
      discussion: """
        Give all processes the same lists. 'hostname/N' takes I from the end of the host's name, such as \
        'id3tap-2' in a StatefulSet. Default: ID3TAP_SHARD in the environment, otherwise all feeds.
        """,
      valueName: "i/n"
    ),
    transform: parseShard
  )
  var shardOption: FeedShard?

  @Option(help: ArgumentHelp("The time after which the watch ends.", valueName: "seconds"))
  var limitSeconds: Double?

  /// The maximum values of `--alarm-after` (a day) and `--limit-seconds` (ten years), in seconds.
  private static let (longestAge, longestRun) = (86_400.0, 315_360_000.0)

  /// The part of the feeds that this process watches. Nil if it watches all feeds.
  /// - Throws: `ValidationError` if the value in the environment is not a shard.
  func shard(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> FeedShard? {
    if let shardOption { return shardOption }
    guard let text = environment[Self.shardVariable], !text.isEmpty else { return nil }
    do {
      return try parseShard(text)
    } catch {
      throw ValidationError("\(Self.shardVariable): \(error)")
    }
  }

  private static let shardVariable = "ID3TAP_SHARD"

  func validate() throws {
    _ = try shard()
    guard alarmAfter > 0, alarmAfter <= Self.longestAge else {
      throw ValidationError(
        "--alarm-after \(alarmAfter): give seconds above 0, at most a day."
      )
    }
    if let limitSeconds, !(limitSeconds > 0 && limitSeconds <= Self.longestRun) {
      throw ValidationError(
        "--limit-seconds \(limitSeconds): give seconds above 0, at most ten years."
      )
    }
    if alarmCommand?.isEmpty == true {
      throw ValidationError("--alarm-command: give a command.")
    }
    if evidence?.isEmpty == true { throw ValidationError("--evidence: name a directory.") }
    if mute?.isEmpty == true { throw ValidationError("--mute: name a file.") }
    if trace?.isEmpty == true { throw ValidationError("--trace: name a file.") }
    if trace != nil, try shard() != nil {
      throw ValidationError("--trace: --shard cannot divide chains: watch them in one process.")
    }
    if database?.isEmpty == true { throw ValidationError("--db: name a file.") }
  }
}

struct Retention {
  /// The age, in seconds, at which rows are removed. Nil if no rows are removed.
  var seconds: Double? = 30 * Retention.day

  private static let day = 86_400.0
  /// The maximum number of days: a hundred years.
  private static let mostDays = 36_500.0

  static func parse(_ text: String) throws -> Retention {
    if text == "all" { return Retention(seconds: nil) }
    guard let days = Double(text), days > 0, days <= mostDays else {
      throw ValidationError("--keep \(text): give days above 0, at most 36500, or 'all'.")
    }
    return Retention(seconds: days * day)
  }
}

struct WebhookTarget {
  /// The URL. Empty if the user named a file without a URL. In that case, nothing is posted.
  var url = ""
  var headers: [HeaderField] = []

  static func parse(_ text: String) throws -> WebhookTarget {
    guard text.hasPrefix("@") else { return try WebhookTarget(url: text).checked("--webhook") }
    let path = text.dropFirst()
    let lines = try SecretFile.lines(of: path, option: "--webhook")
    guard let first = lines.first else { return WebhookTarget() }
    func place(_ number: Int) -> String { "--webhook @\(path): line \(number)" }
    return try WebhookTarget(
      url: first.text,
      headers: lines.dropFirst().map { try HeaderOption.field($0.text, place($0.number)) }
    ).checked(place(first.number))
  }

  /// - Throws: `ValidationError`, whose message does not contain the URL, because it may be a secret.
  private func checked(_ place: String) throws -> WebhookTarget {
    guard Webhook(url, userAgent: "", log: { _ in }) != nil else {
      throw ValidationError("\(place): give a URL like http://127.0.0.1:8080/alarms.")
    }
    return self
  }
}

struct EvidenceSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The maximum size of all evidence; the oldest is removed first.",
      discussion: "In bytes, or with the suffix K, M, G or T (powers of 1024).",
      valueName: "size"
    ),
    transform: parseSize
  )
  var evidenceSize: Int64 = 1 << 30

  @Option(
    help: ArgumentHelp(
      "The maximum memory for the latest data of all feeds, which an alarm saves as evidence.",
      valueName: "size"
    ),
    transform: parseSize
  )
  var evidenceMemory: Int64 = 256 << 20
}

private func parseMetricsAddress(_ text: String) throws -> ListeningAddress {
  guard let address = ListeningAddress(text) else {
    throw ValidationError("'\(text)' is not an address: give one like '127.0.0.1:9100' or ':0'.")
  }
  return address
}

/// The maximum size in bytes, which is larger than any disk.
private let largestSize: Int64 = 1 << 60

private func parseSize(_ text: String) throws -> Int64 {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = ["": 0, "K": 10, "M": 20, "G": 30, "T": 40]
  guard let number = Int64(digits), let shift = units[text.dropFirst(digits.count).uppercased()],
    number > 0, number <= largestSize >> shift
  else {
    throw ValidationError("'\(text)' is not a size: give bytes, or a number with K, M, G or T.")
  }
  return number << shift
}

private func parseShard(_ text: String) throws -> FeedShard {
  guard let shard = FeedShard(text, hostname: ProcessInfo.processInfo.hostName) else {
    throw ValidationError(
      "'\(text)' is not a shard: give I/N with I from 0 to N-1, such as '0/3', or 'hostname/3' on a "
        + "host whose name ends in '-' and its number; N is at most \(FeedShard.mostShards)."
    )
  }
  return shard
}

private func parseAlarm(_ text: String) throws -> AlarmName {
  let name = AlarmName(rawValue: text)
  guard name == StopCondition.any || AlarmName.all.contains(name) else {
    throw ValidationError(
      "'\(text)' is not an alarm: give 'missing-tags', 'cid-change', 'rendition-disagreement', "
        + "'playlist-frozen', 'playlist-unreachable', 'stream-lost', 'any', an alarm of --trace, "
        + "an alarm of 'require' in --config, or a "
        + "rule that 'id3tap explain --rules' lists."
    )
  }
  return name
}
