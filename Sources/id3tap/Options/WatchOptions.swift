import ArgumentParser
import HTTP
import LiveWatch
import Results

/// Which feeds are watched, and what is done when something happens.
struct WatchOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The live feeds.",
      discussion: """
        URLs of live playlists and of endless streams (http, https, udp, rtp, srt), or '@list.txt' for a \
        file that names one a line.
        """,
      valueName: "url"
    )
  )
  var feeds: [String] = []

  @Option(
    help: ArgumentHelp(
      "Raise the alarm 'missing-tags' when no Nielsen tag has come for so long.",
      valueName: "seconds"
    )
  )
  var alarmAfter: Double = 30

  @Option(
    help: ArgumentHelp(
      "Run this command of the shell for every event but tags.",
      discussion: """
        It gets the event as JSON on standard input, and its fields in the environment: ID3TAP_EVENT, \
        ID3TAP_INPUT, ID3TAP_ALARM, ID3TAP_MESSAGE and so on. Four run at a time, each for 30 s at most.
        """,
      valueName: "command"
    ),
    completion: .shellCommand("compgen -c")
  )
  var alarmCommand: String?

  @Option(
    help: ArgumentHelp(
      "Post every event but tags to this URL, as JSON.",
      discussion: "What is not received is sent again, up to five times.",
      valueName: "url"
    )
  )
  var webhook: String?

  @Option(
    help: ArgumentHelp(
      "Serve '/metrics' for Prometheus, '/healthz' and a status page at this address.",
      discussion: "Without a host only this machine can reach it; port 0 stands for a free one.",
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
        One of missing-tags, cid-change, rendition-disagreement, playlist-frozen, stream-lost, the name of \
        a rule, or 'any'.
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
      "Write tags, alarms and the state of the feeds to this database too.",
      discussion: "Documentation/Database.md describes it; rows are added to those that are there.",
      valueName: "file"
    ),
    completion: .file(extensions: ["sqlite"])
  )
  var database: String?

  @Option(help: ArgumentHelp("Watch for so many seconds, then end.", valueName: "seconds"))
  var limitSeconds: Double?

  @Option(help: ArgumentHelp("Read only the program with this number.", valueName: "number"))
  var program: Int?

  @Option(help: ArgumentHelp("Read only the elementary stream with this PID.", valueName: "pid"))
  var pid: Int?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Append the events to this file, as JSON Lines.",
      discussion: "A table on the terminal stays there.",
      valueName: "file"
    ),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The form of what is shown: 'table' on a terminal, 'jsonl' elsewhere, unless told otherwise.",
      valueName: "table|jsonl"
    ),
    completion: .list(["table", "jsonl"]),
    transform: parseWatchFormat
  )
  var format: OutputFormat?

  @Option(help: "Whether the table is coloured: 'auto' colours it on a terminal without NO_COLOR.")
  var color: ColorChoice = .auto

  /// The file that `-o` names; nil for standard output.
  var outputPath: String? { output == "-" ? nil : output }

  /// No time that is asked for is longer: a day, ten years.
  private static let (longestAge, longestRun) = (86_400.0, 315_360_000.0)

  func validate() throws {
    guard !feeds.isEmpty else { throw ValidationError("Missing expected argument '<url> ...'") }
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
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
    if alarmCommand?.isEmpty == true {
      throw ValidationError("--alarm-command: give a command.")
    }
    if output?.isEmpty == true { throw ValidationError("-o: name a file.") }
    if database?.isEmpty == true { throw ValidationError("--db: name a file.") }
    if let webhook, Webhook(webhook, userAgent: "", log: { _ in }) == nil {
      throw ValidationError("--webhook: give a URL like http://127.0.0.1:8080/alarms.")
    }
  }
}

private func parseMetricsAddress(_ text: String) throws -> ListeningAddress {
  guard let address = ListeningAddress(text) else {
    throw ValidationError("'\(text)' is no address: give one like '127.0.0.1:9100' or ':0'.")
  }
  return address
}

private func parseAlarm(_ text: String) throws -> AlarmName {
  let name = AlarmName(rawValue: text)
  guard name == StopCondition.any || AlarmName.all.contains(name) else {
    throw ValidationError(
      "'\(text)' is no alarm: give 'missing-tags', 'stream-lost', the name of a rule in "
        + "Documentation/Rules.md, or 'any'; Documentation/Operations.md lists all."
    )
  }
  return name
}

private func parseWatchFormat(_ text: String) throws -> OutputFormat {
  guard let format = OutputFormat(rawValue: text), format == .table || format == .jsonl else {
    throw ValidationError("'\(text)' is not a format: choose one of 'table', 'jsonl'.")
  }
  return format
}
