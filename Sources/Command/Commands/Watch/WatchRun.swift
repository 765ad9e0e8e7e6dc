import ArgumentParser
import Conformance
import Formats
import Foundation
import Glibc
import HTTP
import HTTPServer
import LiveWatch
import Records
import System
import TimedMetadata

/// Watches feeds until the time limit, an alarm of `--stop-on` or an interruption, or until the reader of standard
/// output closes it.
struct WatchRun {
  let feeds: [String]
  let options: WatchOptions
  let programs: ProgramOptions
  let output: WatchOutputOptions
  let fetching: FetchSettings
  let playlists: PlaylistOptions
  let evidenceSizes: EvidenceSizeOptions
  let check: CheckOptions
  let templates: ChannelTemplates?
  let talk: TalkOptions

  /// The maximum number of bytes per read from a feed's connection. It is small because there may be thousands of
  /// feeds.
  private static let receiveSize = 16 << 10

  /// Watches the feeds. Returns if the exit code is 0, for example after `--limit-seconds`.
  /// - Throws: The exit code if it is not 0.
  func callAsFunction() async throws {
    TransferLoop.shareMemory()
    let diagnostics = talk.diagnostics()
    let shard = try options.shard()
    Interruption.watch()
    ReloadSignal.watch()
    let list = FeedList(feeds, download: await fetch())
    let chains = options.trace.map { ChainList($0) }
    for problem in list.problems + (chains?.problems ?? []) { diagnostics.failure(problem) }
    if Interruption.isRequested { throw ExitCodes.interrupted }
    if list.feeds.isEmpty, chains?.taps.isEmpty ?? true {
      // A shard may have no feed yet. If the process ended, a service manager would only start it again.
      guard shard != nil, FeedList.isLiving(feeds) else { throw ExitCodes.failed }
      diagnostics.notice(
        "there is no feed yet: the lists are read again every minute and on SIGHUP"
      )
    }
    do {
      try await watch(list, chains, shard, diagnostics)
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

  /// Fetches the lists that are on servers.
  private var fetch: @Sendable () async -> FeedList.Download {
    let (fetching, urls) = (fetching, FeedList.addresses(in: feeds))
    return {
      var lists: [String: Result<[UInt8], FeedList.DownloadError>] = [:]
      for url in urls {
        let download = SmallDownload(url: url, loader: fetching.listLoader(of: url.text))
        do throws(TimedMetadataError) {
          lists[url.text] = .success(try await download.bytes(upTo: FeedTargets.longest))
        } catch {
          lists[url.text] = .failure(.init(description: "\(error.reason): \(error.remedy)"))
        }
      }
      return { [lists] url in
        lists[url.text] ?? .failure(.init(description: "was not fetched: run the command again"))
      }
    }
  }

  /// The feeds of the lists, and the follower that reads the lists again. The follower is nil if no list can change.
  private func lists(
    _ list: FeedList,
    _ chains: ChainList?,
    _ shard: FeedShard?,
    log: @escaping @Sendable (String) -> Void
  ) -> (lists: WatchedLists, follower: ListFollower?) {
    var feedFetching = fetching
    feedFetching.receiveSize = Self.receiveSize
    let follower = FeedList.isLiving(feeds) ? ListFollower(feeds, list, fetch: fetch) : nil
    let lists = WatchedLists(list, shard: shard, taps: chains?.taps ?? []) {
      [feedFetching] feed, tap in
      FeedOpening(
        url: feed.url,
        title: feed.title,
        labels: feed.labels,
        template: templates?.template(of: feed.url.name, title: feed.title),
        tap: tap,
        fetching: feedFetching,
        playlists: playlists,
        program: programs.program,
        pid: programs.pid,
        report: log
      ).feed
    }
    return (lists, follower)
  }

  private func watch(
    _ list: FeedList,
    _ chains: ChainList?,
    _ shard: FeedShard?,
    _ diagnostics: Diagnostics
  ) async throws {
    let table = showsTable ? LiveTable(isColored: isColored) : nil
    let messages = WatchMessages()
    defer { messages.finish() }
    let log: @Sendable (String) -> Void = { text in
      // A failure is reported even with --quiet.
      if let table, table.isShown, TerminalDescriptor.isTerminal(STDERR_FILENO) {
        table.report(text)
      } else {
        messages.post { diagnostics.failure(text) }
      }
    }
    let evidence = try evidence(log: log)
    let (lists, follower) = lists(list, chains, shard, log: log)
    let record = WatchSettingsRecord(
      options,
      programs,
      playlists: playlists,
      check: check,
      shard: shard,
      templates
    )
    let sinks = try await WatchSinks(
      options,
      feeds: lists.stored,
      elsewhere: lists.elsewhere,
      output: output,
      settings: record.json,
      caFile: fetching.network.certificates.caFile,
      table: table,
      log: log
    )
    let mutes = options.mute.map { MuteFile($0, warn: log) }
    let watch = Watch(
      lists.feeds,
      settings,
      sinks: sinks.all,
      mutes: mutes?.mutes,
      evidence: evidence
    ) { name, text in
      let line = PrintableText.escaping("\(name): \(text)")
      messages.post { diagnostics.log.info("\(line)") }
    }
    watch.describe(lists.fleet)
    watch.recall(sinks.earlier)
    sinks.resume(watch)
    let server = options.metrics.map { address in
      HTTPService(
        watch,
        address: address,
        deliveries: { sinks.counts + (evidence.map { [("evidence", $0.counts)] } ?? []) },
        logger: diagnostics.log
      )
    }
    do {
      if let server {
        let address = try await server.start()
        report("http://\(address)/: status page, /metrics and /healthz", table, diagnostics)
      }
      // The table hides the messages that the terminal showed before, so the table shows the problems again.
      for problem in list.problems + (chains?.problems ?? []) { table?.report(problem) }
      for feed in lists.own {
        let (name, title) = (feed.url.name, feed.title)
        guard let templates, templates.template(of: name, title: title) == nil else { continue }
        report(ChannelTemplates.missing(name, title: title), table, diagnostics)
      }
      try sinks.start(watch)
    } catch {
      await sinks.abandon()
      throw error
    }
    watch.start()
    let service = ServiceManager(environment: ProcessInfo.processInfo.environment)
    service?.isReady()
    await follow(sinks, follower, mutes, watch, service) { list in
      lists.update(list, watch, sinks, report: { report($0, table, diagnostics) }, warn: log)
    }
    // An interruption cancels this task. The last results are therefore written in another task.
    await Task {
      await watch.stop()
      evidence?.finish()
      evidence?.reportLost()
      let isOrderly = sinks.stopEvent != nil || !Interruption.isRequested
      await sinks.finish(watch, isOrderly ? .done : .interrupted)
      if let server { await server.stop() }
    }.value
    try end(sinks, diagnostics)
    // Lines with errors make the exit code 2, although the other feeds were watched.
    guard !lists.hasProblems, chains?.problems.isEmpty ?? true else { throw ExitCodes.failed }
  }

  /// The store of `--evidence`. Nil without the option.
  /// - Throws: The exit code if the folder cannot be used.
  private func evidence(log: @escaping @Sendable (String) -> Void) throws -> EvidenceStore? {
    guard let path = options.evidence else { return nil }
    do throws(OutputError) {
      return try EvidenceStore(
        path,
        bytes: evidenceSizes.evidenceSize,
        memory: Int(clamping: evidenceSizes.evidenceMemory),
        log: log
      )
    } catch {
      log(error.description(option: "--evidence"))
      throw ExitCodes.failed
    }
  }

  private var settings: WatchSettings {
    var settings = WatchSettings()
    settings.alarmAfter = options.alarmAfter
    settings.check = check
    (settings.check.program, settings.check.pid) = (programs.program, programs.pid)
    return settings
  }

  /// Waits until the watch ends. Passes the lists of feeds to `update` each time they have been read again.
  private func follow(
    _ sinks: WatchSinks,
    _ follower: ListFollower?,
    _ mutes: MuteFile?,
    _ watch: Watch,
    _ service: ServiceManager?,
    update: @escaping (FeedList) -> Void
  ) async {
    // Safe, because the lists are only used on the command's thread.
    nonisolated(unsafe) let update = update
    let limit = options.limitSeconds
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await sinks.waitForEnd() }
      group.addTask {
        while !Task.isCancelled { if await ReloadSignal.wait(for: .outputs) { sinks.reopen() } }
      }
      if let limit {
        // The sleep throws if the watch ends for another reason.
        group.addTask { try? await Task.sleep(for: .milliseconds(limit * 1000)) }
      }
      if let service, service.watchdog != nil {
        group.addTask { await service.keepAlive { watch.snapshot().isAlive } }
      }
      if let mutes { group.addTask { await mutes.follow() } }
      if let follower {
        group.addTask(executorPreference: CommandThread.executor) {
          while let list = await follower.next() { update(list) }
        }
      }
      await group.next()
      group.cancelAll()
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

  /// Reports a notice: in the table if a table is shown and standard error is a terminal.
  private func report(_ text: String, _ table: LiveTable?, _ diagnostics: Diagnostics) {
    guard let table, TerminalDescriptor.isTerminal(STDERR_FILENO) else {
      return diagnostics.notice(text)
    }
    table.report(text)
  }

  private var showsTable: Bool {
    if let format = output.format { return format == .table }
    // A terminal without cursor control gets lines instead of a table.
    return TerminalDescriptor.isTerminal(STDOUT_FILENO) && !TerminalDescriptor.isDumb
  }

  private var isColored: Bool {
    output.color.isColored(onTerminal: TerminalDescriptor.isTerminal(STDOUT_FILENO))
  }
}
