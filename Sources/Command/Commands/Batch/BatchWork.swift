import Records
import System
import TimedMetadata

/// The workers of a batch. Each has a thread and takes one input after another from the run's list.
final class BatchWork: Sendable {
  /// The time to wait before checking again whether another process has released an input.
  private static let retryTime: Duration = .milliseconds(50)
  /// The time between two releases of idle inputs, in tenths of a second.
  private static let ticksBetweenChecks = 10

  private let run: BatchRun
  private let reader: BatchReader
  private let addresses: [[UInt8]: InputURL]
  private let hashes: Bool
  private let endsAtFailure: Bool
  private let progress: BatchProgress
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

  /// Processes the inputs with `jobs` threads and returns when the threads have ended.
  /// - Returns: Whether the work stopped early and inputs may be unread.
  /// - Throws: ``ResultsDatabaseError``, ``PlaybackError``.
  func callAsFunction(jobs: Int) async throws -> Bool {
    defer { reader.reading.diagnostics.progress.hide() }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await self.watch() }
      for number in 0..<jobs {
        let thread = OwnThread(label: "id3tap.job.\(number)")
        group.addTask(executorPreference: thread) { try await self.work(on: thread) }
      }
      var hasStopped = false
      for _ in 0..<jobs where try await group.next() == false {
        hasStopped = true
        group.cancelAll()
      }
      group.cancelAll()
      return hasStopped || Task.isCancelled
    }
  }

  /// Reports the progress and releases claimed inputs that are idle, until the task is cancelled.
  private func watch() async throws -> Bool {
    var ticks = 0
    while !Task.isCancelled {
      // A cancelled sleep throws immediately, and the loop ends.
      try? await Task.sleep(for: .milliseconds(100))
      progress.report()
      ticks += 1
      if ticks % Self.ticksBetweenChecks == 0 { try run.giveBackIdle() }
    }
    return true
  }

  /// Processes one input after another. Returns false if the remaining inputs must not be read.
  private func work(on thread: OwnThread) async throws -> Bool {
    while !Task.isCancelled, let item = try run.next() {
      // A cancelled sleep throws immediately. The cancellation also ends the reading of the input.
      if item.isPostponed { try? await Task.sleep(for: Self.retryTime) }
      guard try await work(on: item, thread) else { return false }
    }
    return true
  }

  private func work(on item: BatchRun.Item, _ thread: OwnThread) async throws -> Bool {
    let member = item.input.member(addresses)
    let deadline = reader.timeout.map { ContinuousClock.now + $0 }
    let identity = try await Limited.run(until: deadline, on: thread) {
      InputInspection.identity(of: member, hashes: hashes)
    }
    switch try run.begin(item, identity) {
    case .taken: break
    case .unchanged: progress.count { $0.unchanged += 1 }
    case .begun(let recorder):
      let result = try await Limited.run(until: deadline, on: thread) {
        try await reader.read(
          member,
          isSearched: item.input.isSearched,
          to: recorder,
          until: deadline
        ) { [progress] in progress.add(bytes: $0) }
      }
      guard let result else {
        try recorder.abandon()
        break
      }
      try recorder.finish(result)
      return report(result)
    }
    return true
  }

  /// Counts a result and reports its error. Returns false if the error ends the batch (`--fail-fast`).
  private func report(_ result: InputResult) -> Bool {
    let hasFailed = result.state == .unreadable || result.state == .timedOut
    progress.count { counts in
      counts.read += 1
      if hasFailed { counts.failed += 1 }
      if result.state == .noStream { counts.withoutStream += 1 }
    }
    guard hasFailed else { return true }
    if let error = result.error { reader.reading.diagnostics.failure(error) }
    return !endsAtFailure
  }
}
