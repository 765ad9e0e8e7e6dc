import Conformance
import Synchronization
import System

/// Keeps the data that was read of a feed around each of its alarms. A folder is written at the alarm, with
/// the data from before the alarm, and again some seconds later with the data since then. Its own thread
/// writes, so that a slow disk delays no feed.
package final class EvidenceStore: Sendable {
  /// Data is recorded for this many seconds after an alarm. Alarms of a feed within them share a folder.
  static let secondsAfter = 20.0
  /// The most folders that wait to be written; further alarms have no folder.
  static let mostWaiting = 256
  /// The seconds in which waiting folders are written at the end.
  private static let finishSeconds = 5.0

  private struct Job: Sendable {
    /// The time at which it is written, on the steady clock.
    var due: Double
    var name: String
    /// The name of the feed, without secrets.
    var input: String
    /// The time of the alarm, in Unix seconds.
    var date: Double
    var event: [UInt8]
    var files = EvidenceFiles()
    /// The recording up to the alarm; nil once it is in the files.
    var recording: EvidenceRecorder.Recording?
    var recorder: EvidenceRecorder
  }

  private struct State: Sendable {
    var jobs: [Job] = []
    /// The latest folder of each feed, and the time of its alarm.
    var latest: [Int: (name: String, time: Double)] = [:]
    var isOver = false
    var hasEnded = false
  }

  private struct Disk: Sendable {
    var folder: EvidenceFolder
    /// The error of the last attempt; it is logged once.
    var failure: String?
    /// Whether it was logged that a segment is too large.
    var hasReportedOmission = false
  }

  private let path: String
  private let clock: WatchClock
  private let budget: EvidenceBudget
  private let log: @Sendable (String) -> Void
  private let disk: Mutex<Disk>
  private let state = Monitor(State())

  /// Opens the folder.
  /// - Parameters:
  ///   - path: The folder; created if it is missing.
  ///   - bytes: The most bytes in the folder.
  ///   - memory: The most bytes in memory for all feeds, in case of an alarm.
  ///   - clock: The clock.
  ///   - log: Logs errors.
  /// - Throws: ``OutputError``.
  package init(
    _ path: String,
    bytes: Int64,
    memory: Int,
    clock: WatchClock = .system,
    log: @escaping @Sendable (String) -> Void
  ) throws(OutputError) {
    let folder = try EvidenceFolder(path, limit: bytes)
    self.path = path
    self.clock = clock
    self.log = log
    budget = EvidenceBudget(bytes: min(memory, Int(clamping: bytes)))
    disk = Mutex(Disk(folder: folder))
  }

  /// Makes a recorder for a feed.
  func recorder() -> EvidenceRecorder { EvidenceRecorder(budget) }

  /// Keeps the recorded data for an alarm or a loss; never blocks.
  /// - Returns: The folder; nil when nothing is kept for the event.
  func keep(_ event: WatchEvent, _ recorder: EvidenceRecorder) -> String? {
    guard event.kind == .alarm || event.kind == .streamLost, event.alarm?.severity != .info,
      let name = EvidenceFolder.name(of: event)
    else { return nil }
    let now = clock.now
    let kept = state.withLock { state -> String? in
      if let latest = state.latest[event.feed], now - latest.time < Self.secondsAfter {
        return latest.name
      }
      guard state.jobs.count < Self.mostWaiting, !state.isOver else { return nil }
      state.latest = state.latest.filter { now - $0.value.time < Self.secondsAfter }
      state.latest[event.feed] = (name, now)
      var event = event
      event.evidence = "\(path)/\(name)"
      state.jobs.append(
        Job(
          due: now,
          name: name,
          input: event.input,
          date: event.date,
          event: event.line,
          recording: recorder.recording,
          recorder: recorder
        )
      )
      return name
    }
    return kept.map { "\(path)/\($0)" }
  }

  // MARK: - Writing

  /// Starts to write. False: the system has no threads left.
  package func start() -> Bool {
    ReadingThread.start { [self] in
      while !isOver() {
        work(until: clock.now)
        _ = state.wait(atMost: 1) { [now = clock.now] state in
          state.isOver || state.jobs.contains { $0.due <= now } ? true : nil
        }
      }
      work(until: .infinity)
      state.withLock { $0.hasEnded = true }
    }
  }

  /// Writes the waiting folders, without data from after this time; gives up after some seconds.
  package func finish() {
    state.withLock { $0.isOver = true }
    _ = state.wait(atMost: Self.finishSeconds) { $0.hasEnded ? true : nil }
  }

  private func isOver() -> Bool { state.withLock { $0.isOver } }

  /// Writes the folders that are due at a time of the steady clock.
  func work(until time: Double) {
    while let job = take(dueAt: time) { work(job) }
  }

  private func take(dueAt time: Double) -> Job? {
    state.withLock { state in
      state.jobs.firstIndex { $0.due <= time }.map { state.jobs.remove(at: $0) }
    }
  }

  private func work(_ job: Job) {
    var job = job
    let isFirst = job.recording != nil
    let recording = job.recording ?? job.recorder.recording
    job.files.add(recording, at: isFirst ? job.date : job.date + Self.secondsAfter)
    job.recording = nil
    if recording.hasOmitted { reportOmission(job) }
    write(job)
    guard isFirst else { return }
    job.due += Self.secondsAfter
    state.withLock { [job] in $0.jobs.append(job) }
  }

  /// Logs once that the memory is too small for a segment.
  private func reportOmission(_ job: Job) {
    let isFirst = disk.withLock { disk in
      defer { disk.hasReportedOmission = true }
      return !disk.hasReportedOmission
    }
    guard isFirst else { return }
    log(
      "--evidence \(path): a segment of \(job.input) is not kept: it takes more than the "
        + "\(job.recorder.largestPiece) bytes of a feed: raise evidence-memory in --config"
    )
  }

  private func write(_ job: Job) {
    let files = job.files.files() + [("event.json", job.event)]
    let words: String? = disk.withLock { disk in
      var failure: String?
      do throws(OutputError) {
        if try !disk.folder.write(files, to: job.name) {
          failure =
            "--evidence \(path): one alarm takes more than evidence-size in --config: raise it"
        }
      } catch {
        failure = "\(error.description(option: "--evidence")): alarms are kept without evidence"
      }
      defer { disk.failure = failure }
      return disk.failure == nil ? failure : nil
    }
    if let words { log(words) }
  }
}
