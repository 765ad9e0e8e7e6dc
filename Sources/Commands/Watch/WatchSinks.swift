import Formats
import FoundationEssentials
import LiveWatch
import ResultsStore
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
  private let stop: StopCondition
  private let log: @Sendable (String) -> Void

  /// Opens what the options ask for. `log` takes what goes wrong later.
  /// - Throws: ``ResultsDatabaseError``, ``OutputError``.
  init(
    _ options: WatchOptions,
    feeds: [FeedList.Feed],
    output: WatchOutputOptions,
    settings: JSONValue,
    table: LiveTable?,
    log: @escaping @Sendable (String) -> Void
  ) async throws {
    self.table = table
    self.log = log
    let takesTags = output.events == .all
    if let path = output.path {
      lines = try EventLines(appendingTo: path, takesTags: takesTags)
    } else {
      lines = table == nil ? EventLines(takesTags: takesTags) : nil
    }
    linesName = output.path == nil ? "stdout" : "file"
    command = options.alarmCommand.map {
      AlarmCommand($0, showsOutput: table == nil, log: log)
    }
    webhook = options.webhook.flatMap {
      Webhook($0.url, headers: $0.headers, userAgent: "id3tap/\(Version.id3tap)", log: log)
    }
    stop = StopCondition(options.stopOn)
    let description = RunDescription(
      version: Version.id3tap,
      settings: settings,
      directory: FileManager.default.currentDirectoryPath
    )
    guard let path = options.database else {
      (database, earlier) = (nil, [])
      return
    }
    let store = try await ResultsDatabase.opening(path) { [stored = feeds.map(Self.stored)] in
      try WatchStore($0, description, feeds: stored) { SystemClock.milliseconds() }
    }
    database = DatabaseSink(store, longestAge: options.keep.seconds) { log("\($0)") }
    earlier = await Self.earlier(in: store, log)
  }

  private static func stored(_ feed: FeedList.Feed) -> WatchStore.Feed {
    let kind: InputIdentity.Kind = feed.url.kind == .web ? .url : .feed
    return WatchStore.Feed(name: feed.url.name, kind: kind, title: feed.title)
  }

  /// A feed that came later will have events.
  func add(_ feed: FeedList.Feed, number: Int) {
    database?.add(Self.stored(feed), number: number)
  }

  /// A feed has no more events.
  func remove(_ number: Int) { database?.remove(number) }

  /// The results of earlier runs for the pages. Where they cannot be read the feeds are still watched.
  private static func earlier(
    in store: WatchStore,
    _ log: (String) -> Void
  ) async -> [EarlierIncident] {
    let date = Double(SystemClock.milliseconds()) / 1000 - WatchRange.week.seconds
    do {
      return EarlierIncident.all(try await store.earlier(since: date))
    } catch {
      log("\(error)")
      return []
    }
  }

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
    database?.start(watch)
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

  /// Why no line can be written any more.
  var outputError: OutputError? { lines?.error }

  /// Returns at the alarm that ends the watch, when no line can be written any more, or when the task is cancelled.
  func waitForEnd() async {
    await withTaskGroup(of: Void.self) { [stop, lines] group in
      group.addTask { await stop.wait() }
      if let lines { group.addTask { await lines.waitForError() } }
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
