import ArgumentParser
import Conformance
import Formats
import FoundationEssentials
import Glibc
import HTTP
import LiveWatch
import ResultsStore
import System
import TimedMetadata

/// Watches feeds until an end is asked for.
struct WatchRun {
  /// The arguments.
  let feeds: [String]
  let options: WatchOptions
  let programs: ProgramOptions
  let output: WatchOutputOptions
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let check: CheckOptions
  let templates: ChannelTemplates?
  let talk: TalkOptions

  /// How often the feeds are looked at, in milliseconds.
  private static let interval: Int32 = 1000

  /// Heaps that the threads of all feeds share: they seldom work at the same moment.
  private static let heaps: Int32 = 4

  /// Returns when the time asked for is over.
  /// - Throws: the exit code, when it is not 0.
  func callAsFunction() throws {
    HeapLimit.set(Self.heaps)
    let diagnostics = talk.diagnostics()
    let list = FeedList(feeds)
    for problem in list.problems { diagnostics.failure(problem) }
    guard !list.feeds.isEmpty else { throw ExitCodes.failed }
    Interruption.watch()
    do {
      try watch(list, diagnostics)
    } catch let error as ResultsDatabaseError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    } catch let error as OutputError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    } catch let error as ServerError {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
  }

  private func watch(_ list: FeedList, _ diagnostics: Diagnostics) throws {
    let urls = list.feeds
    let table = showsTable ? LiveTable(isColored: isColored) : nil
    let log: @Sendable (String) -> Void = { text in
      // A failure, which --quiet does not hide.
      if let table, table.isShown, isatty(STDERR_FILENO) == 1 {
        table.tell(text)
      } else {
        diagnostics.failure(text)
      }
    }
    let sinks = try WatchSinks(
      options,
      feeds: urls,
      path: output.path,
      settings: WatchSettingsRecord(
        options,
        programs,
        playlists: playlists,
        check: check,
        templates
      )
      .json,
      table: table,
      log: log
    )
    var settings = WatchSettings()
    settings.alarmAfter = options.alarmAfter
    settings.check = check
    (settings.check.program, settings.check.pid) = (programs.program, programs.pid)
    let watch = Watch(
      urls.map { url in
        FeedOpening(
          url: url,
          title: list.titles[url.name],
          template: templates?.template(of: url.name, title: list.titles[url.name]),
          fetching: fetching,
          playlists: playlists,
          program: programs.program,
          pid: programs.pid,
          tell: log
        ).feed
      },
      settings,
      sinks: sinks.all
    ) { index, text in
      let line = PrintableText.escaping("\(urls[index].name): \(text)")
      diagnostics.log.info("\(line)")
    }
    watch.recall(sinks.earlier)
    let server = options.metrics.map { address in
      WatchServer(watch, address: address, deliveries: { sinks.counts }, logger: diagnostics.log)
    }
    do {
      if let server {
        let address = try Waiting.value { try await server.start() }
        tell("http://\(address)/: status page, /metrics and /healthz", table, diagnostics)
      }
      // What stands on the terminal already is behind the table.
      for problem in list.problems { table?.tell(problem) }
      for url in urls {
        let title = list.titles[url.name]
        guard let templates, templates.template(of: url.name, title: title) == nil else { continue }
        tell(ChannelTemplates.missing(url.name, title: title), table, diagnostics)
      }
      try sinks.start(watch)
    } catch {
      sinks.abandon()
      throw error
    }
    let unstarted = watch.start()
    for index in unstarted {
      tell(
        "\(urls[index].name): the system has no thread left: watch fewer feeds",
        table,
        diagnostics
      )
    }
    follow(watch, sinks)
    watch.stop()
    let isOrderly = sinks.stopEvent != nil || !Interruption.isRequested
    sinks.finish(watch, isOrderly ? .done : .interrupted)
    if let server { try Waiting.value { await server.stop() } }
    try end(sinks, diagnostics)
    // The other feeds were watched all the same.
    guard list.problems.isEmpty else { throw ExitCodes.failed }
  }

  private func follow(_ watch: Watch, _ sinks: WatchSinks) {
    let start = ContinuousClock.now
    let limit = options.limitSeconds.map { start + .milliseconds($0 * 1000) }
    while !Interruption.isRequested, sinks.stopEvent == nil, !sinks.isReaderGone {
      if let limit, .now >= limit { return }
      watch.tick()
      Interruption.wait(milliseconds: Self.interval)
    }
  }

  private func end(_ sinks: WatchSinks, _ diagnostics: Diagnostics) throws {
    if let event = sinks.stopEvent {
      diagnostics.notice(event.text)
      throw ExitCodes.found
    }
    if let error = sinks.outputError, error.code != .readerGone {
      diagnostics.failure(error.description)
      throw ExitCodes.failed
    }
    if Interruption.isRequested { throw ExitCodes.interrupted }
  }

  /// Tells something: on the table where there is one.
  private func tell(_ text: String, _ table: LiveTable?, _ diagnostics: Diagnostics) {
    guard let table, isatty(STDERR_FILENO) == 1 else { return diagnostics.notice(text) }
    table.tell(text)
  }

  private var showsTable: Bool {
    if let format = output.format { return format == .table }
    // A terminal that knows no cursor gets lines.
    return isatty(STDOUT_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  private var isColored: Bool { output.color.isColored(onTerminal: isatty(STDOUT_FILENO) == 1) }
}
