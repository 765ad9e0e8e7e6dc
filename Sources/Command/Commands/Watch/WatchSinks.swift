import Formats
import FoundationEssentials
import Glibc
import LiveWatch
import Records
import System

/// Everything that takes events: the table and the lines, the command, the webhook, the database, and what
/// waits for an alarm.
struct WatchSinks: Sendable {
  private let table: LiveTable?
  private let lines: EventLines?
  /// Where they go, for metrics.
  private let linesName: String
  private let command: AlarmCommand?
  private let webhook: Webhook?
  private let database: DatabaseSink?
  /// The incidents of earlier runs in the database.
  let earlier: [EarlierIncident]
  /// The alarms and losses of earlier runs that have not ended.
  private let open: [WatchEvent]
  private let stop: StopCondition
  private let log: @Sendable (String) -> Void

  /// Opens what the options ask for. `log` takes what goes wrong later.
  /// - Throws: ``ResultsDatabaseError``, ``OutputError``.
  init(
    _ options: WatchOptions,
    feeds: [FeedList.Feed],
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
      feeds: feeds.map(Self.stored),
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

  private static func stored(_ feed: FeedList.Feed) -> WatchStore.Feed {
    let kind: InputIdentity.Kind = feed.url.kind == .web ? .url : .feed
    return WatchStore.Feed(name: feed.url.name, kind: kind, title: feed.title)
  }

  /// Takes over the alarms of earlier runs, before the feeds are read.
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

  /// A feed that came later will have events.
  func add(_ feed: FeedList.Feed, number: Int) {
    database?.add(Self.stored(feed), number: number)
  }

  /// A feed has no more events.
  func remove(_ number: Int) { database?.remove(number) }

  /// All that take events.
  var all: [any EventSink] {
    let sinks: [(any EventSink)?] = [table, lines, command, webhook, database, stop]
    return sinks.compactMap { $0 }
  }

  /// Starts them.
  /// - Throws: the exit code, when the system has no threads left.
  func start(_ watch: Watch) throws {
    guard table?.start(watch) ?? true else {
      log("the system has no thread left: end other programs")
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

  /// Notes that nothing was watched: the run in the database has ended.
  func abandon() async { await database?.abandon() }

  /// Lets everything that waits go where it belongs, for some seconds.
  func finish(_ watch: Watch, _ end: BatchRun.End) async {
    await table?.finish(watch)
    await lines?.finish()
    await command?.finish()
    await webhook?.finish()
    await database?.finish(end)
  }

  /// The alarm that ends the watch; nil while there was none.
  var stopEvent: WatchEvent? { stop.event }

  /// Why the last line was not written.
  var outputError: OutputError? { lines?.error }

  /// Opens the file of `-o` again by its name.
  func reopen() { lines?.reopen() }

  /// Returns at the alarm that ends the watch, when the reader of standard output has gone, or when the task is cancelled.
  func waitForEnd() async {
    await withTaskGroup(of: Void.self) { [stop, lines] group in
      group.addTask { await stop.wait() }
      if let lines { group.addTask { await lines.waitForEndOfReader() } }
      await group.next()
      group.cancelAll()
    }
  }

  /// The counts of events of each sink.
  var counts: [(name: String, counts: DeliveryCounts)] {
    [
      (linesName, lines?.counts), ("alarm-command", command?.counts), ("webhook", webhook?.counts),
      ("database", database?.counts),
    ].compactMap { name, counts in counts.map { (name, $0) } }
  }
}
