import Formats
import FoundationEssentials
import Glibc
import LiveWatch
import Records
import System

/// All receivers of events: the table, the JSON Lines, the alarm command, the webhook, the database, and the condition
/// of `--stop-on`.
struct WatchSinks: Sendable {
  private let table: LiveTable?
  private let lines: EventLines?
  /// The name of `lines` in metrics.
  private let linesName: String
  private let command: AlarmCommand?
  private let webhook: Webhook?
  private let database: DatabaseSink?
  /// Incidents of the last week that earlier runs stored in the database.
  let earlier: [EarlierIncident]
  /// The alarms and losses of earlier runs that had not ended when the runs ended.
  private let open: [WatchEvent]
  private let stop: StopCondition
  private let log: @Sendable (String) -> Void

  /// Opens the receivers that the options name. `log` is called with errors that occur later.
  /// - Throws: ``ResultsDatabaseError``, ``OutputError``.
  init(
    _ options: WatchOptions,
    feeds: [WatchStore.Feed],
    elsewhere: Set<String>,
    output: WatchOutputOptions,
    settings: JSONValue,
    caFile: String?,
    table: LiveTable?,
    log: @escaping @Sendable (String) -> Void
  ) async throws {
    self.table = table
    self.log = log
    let takesTags = output.events == .all
    let writesLines = output.path != nil || table == nil
    lines =
      try writesLines
      ? EventLines(appendingTo: output.path, takesTags: takesTags, log: log) : nil
    linesName = output.path == nil ? "stdout" : "file"
    command = options.alarmCommand.map {
      AlarmCommand($0, output: table == nil ? STDERR_FILENO : nil, log: log)
    }
    webhook = options.webhook.flatMap {
      Webhook(
        $0.url,
        headers: $0.headers,
        userAgent: "id3tap/\(Version.id3tap)",
        caFile: caFile,
        log: log
      )
    }
    stop = StopCondition(options.stopOn)
    let description = RunDescription(
      version: Version.id3tap,
      settings: settings,
      directory: FileManager.default.currentDirectoryPath
    )
    guard let path = options.database else {
      (database, earlier, open) = (nil, [], [])
      return
    }
    let database = DatabaseSink(
      path,
      description,
      feeds: feeds,
      longestAge: options.keep.seconds,
      log: log
    )
    let date = Double(SystemClock.milliseconds()) / 1000 - WatchRange.week.seconds
    let left = try await database.open(recalling: date) { elsewhere.contains($0) }
    earlier = EarlierIncident.all(left.earlier)
    open = left.open
    self.database = database
    webhook?.resume(left.waiting["webhook"] ?? [])
    command?.resume(left.waiting["alarm-command"] ?? [])
  }

  /// A feed, in the form in which the database stores it. `name` is the name of a tap, or nil for other feeds.
  static func stored(_ feed: FeedList.Feed, name: String? = nil) -> WatchStore.Feed {
    let kind: InputIdentity.Kind = feed.url.kind == .web ? .url : .feed
    return WatchStore.Feed(name: name ?? feed.url.name, kind: kind, title: feed.title)
  }

  /// Continues the open alarms and losses of earlier runs. Called before the feeds are read.
  func resume(_ watch: Watch) {
    let ended = watch.resume(open) { number, event in
      let kind: InputIdentity.Kind = event.input.lowercased().hasPrefix("http") ? .url : .feed
      database?.add(
        WatchStore.Feed(name: event.input, kind: kind, title: event.labels.feedName),
        number: number
      )
    }
    for number in ended { database?.remove(number) }
  }

  func add(_ feed: FeedList.Feed, number: Int) {
    database?.add(Self.stored(feed), number: number)
  }

  /// Removes a feed from the database sink, because it will have no more events.
  func remove(_ number: Int) { database?.remove(number) }

  var all: [any EventSink] {
    let sinks: [(any EventSink)?] = [table, lines, command, webhook, database, stop]
    return sinks.compactMap { $0 }
  }

  /// Starts the receivers.
  /// - Throws: The exit code if the system cannot start a thread.
  func start(_ watch: Watch) throws {
    guard table?.start(watch) ?? true else {
      log("the system cannot start a thread: end other programs, or raise the limit (ulimit -u)")
      throw ExitCodes.failed
    }
    lines?.start()
    command?.start()
    webhook?.start()
    var queues: [DatabaseSink.Queue] = []
    if let webhook { queues.append(("webhook", { webhook.waiting })) }
    if let command { queues.append(("alarm-command", { command.waiting })) }
    database?.start(watch, queues: queues)
  }

  /// Records in the database that the run has ended. Called if nothing was watched.
  func abandon() async { await database?.abandon() }

  /// Stops each receiver. A receiver has a few seconds to write the events that wait.
  func finish(_ watch: Watch, _ end: BatchRun.End) async {
    await table?.finish(watch)
    await lines?.finish()
    await command?.finish()
    await webhook?.finish()
    await database?.finish(end)
  }

  /// The alarm or loss that ends the watch. Nil before it is raised.
  var stopEvent: WatchEvent? { stop.event }

  /// The reason why the latest line was not written. Nil if there is none.
  var outputError: OutputError? { lines?.error }

  /// Opens the file of `-o` again by its name.
  func reopen() { lines?.reopen() }

  /// Waits until an alarm ends the watch, the reader of standard output closes it, or the task is cancelled.
  func waitForEnd() async {
    await withTaskGroup(of: Void.self) { [stop, lines] group in
      group.addTask { await stop.wait() }
      if let lines { group.addTask { await lines.waitForEndOfReader() } }
      await group.next()
      group.cancelAll()
    }
  }

  /// The counts of events for each receiver.
  var counts: [(name: String, counts: DeliveryCounts)] {
    [
      (linesName, lines?.counts), ("alarm-command", command?.counts), ("webhook", webhook?.counts),
      ("database", database?.counts),
    ].compactMap { name, counts in counts.map { (name, $0) } }
  }
}
