import Dispatch
import ResultsStore
import Synchronization
import System
import TimedMetadata

/// The workers of a batch: threads that take input after input from the list of the run.
final class BatchWork: Sendable {
  /// How long to wait before an input that another process has is checked again, in milliseconds.
  private static let retryMilliseconds: Int32 = 50
  /// How often claimed inputs are checked for being idle, in tenths of a second.
  private static let ticksBetweenChecks = 10

  private let run: BatchRun
  private let reader: BatchReader
  private let addresses: [[UInt8]: InputURL]
  private let hashes: Bool
  private let endsAtFailure: Bool
  private let progress: BatchProgress
  private let stop = StopFlag()
  private let problem = Mutex<(any Error)?>(nil)

  init(
    _ run: BatchRun,
    _ reader: BatchReader,
    addresses: [[UInt8]: InputURL],
    hashes: Bool,
    endsAtFailure: Bool,
    _ progress: BatchProgress
  ) {
    self.run = run
    self.reader = reader
    self.addresses = addresses
    self.hashes = hashes
    self.endsAtFailure = endsAtFailure
    self.progress = progress
  }

  /// Does everything with this many threads, and returns when they have ended.
  /// - Throws: ``ResultsDatabaseError``.
  func callAsFunction(jobs: Int) throws {
    let group = DispatchGroup()
    var started = 0
    for _ in 0..<jobs {
      group.enter()
      let isStarted = ReadingThread.start { [self] in
        work()
        group.leave()
      }
      if isStarted { started += 1 } else { group.leave() }
    }
    // The system has no threads left: this one is enough.
    if started == 0 { work() }
    var ticks = 0
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      progress.report()
      ticks += 1
      guard ticks % Self.ticksBetweenChecks == 0 else { continue }
      do { try run.giveBackIdle() } catch { fail(error) }
    }
    reader.reading.diagnostics.progress.hide()
    if let problem = problem.withLock({ $0 }) { throw problem }
  }

  /// Whether some inputs were left out.
  var hasStopped: Bool { stop.isRequested || Interruption.isRequested }

  private func work() {
    do {
      while !hasStopped, let item = try run.next() {
        if item.isPostponed { Interruption.wait(milliseconds: Self.retryMilliseconds) }
        try work(on: item)
      }
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    problem.withLock { $0 = $0 ?? error }
    stop.request()
  }

  private func work(on item: BatchRun.Item) throws {
    let member = item.input.member(addresses)
    let cancellation = Cancellation(deadline: reader.timeout.map { .now + $0 }, stop: stop)
    let identity = InputInspection.identity(of: member, hashes: hashes, cancellation)
    switch try run.begin(item, identity) {
    case .taken: return
    case .unchanged: progress.count { $0.unchanged += 1 }
    case .begun(let recorder):
      let result = try reader.read(
        member,
        isSearched: item.input.isSearched,
        to: recorder,
        cancellation
      ) { [progress] in progress.add(bytes: $0) }
      guard let result else { return try recorder.abandon() }
      try recorder.finish(result)
      report(result)
    }
  }

  private func report(_ result: InputResult) {
    let hasFailed = result.state == .unreadable || result.state == .timedOut
    progress.count { counts in
      counts.read += 1
      if hasFailed { counts.failed += 1 }
      if result.state == .noStream { counts.withoutStream += 1 }
    }
    guard hasFailed else { return }
    if let error = result.error { reader.reading.diagnostics.failure(error) }
    if endsAtFailure { stop.request() }
  }
}
