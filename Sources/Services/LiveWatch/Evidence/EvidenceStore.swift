import Conformance
import Dispatch
import Formats
import Synchronization
import System

/// Writes the recorded data of a feed into a folder when an alarm is raised or the feed is lost. It writes on a queue,
/// so a slow disk delays no feed.
package final class EvidenceStore: Sendable {
  /// Alarms of a feed within this number of seconds share a folder.
  static let sharedSeconds = 20.0
  /// The maximum number of folders waiting to be written; further alarms get no folder.
  private static let mostWaiting = 16
  /// The maximum time for writing waiting folders at the end, in seconds.
  private static let finishSeconds = 5

  private struct State {
    var counts = DeliveryCounts()
    /// The latest folder of each feed, and the time of its alarm.
    var latest: [Int: (name: String, time: Double)] = [:]
  }

  private struct Disk {
    var folder: EvidenceFolder
    var outage = Outage()
    /// Whether the message was logged that the data of one alarm is larger than the limit of the folder.
    var hasReportedSize = false
    /// Whether the message was logged that a file is too large to be kept.
    var hasReportedOmission = false
  }

  private let path: String
  private let clock: any TaskClock
  private let budget: EvidenceBudget
  private let log: @Sendable (String) -> Void
  private let disk: Mutex<Disk>
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "evidence")

  /// Opens the folder.
  /// - Parameters:
  ///   - path: The folder; created if necessary.
  ///   - bytes: The maximum number of bytes in the folder.
  ///   - memory: The maximum number of bytes in memory, for all feeds together.
  ///   - clock: The clock.
  ///   - log: Logs errors.
  /// - Throws: ``OutputError``.
  package init(
    _ path: String,
    bytes: Int64,
    memory: Int,
    clock: any TaskClock = SystemClock(),
    log: @escaping @Sendable (String) -> Void
  ) throws(OutputError) {
    let folder = try EvidenceFolder(path, limit: bytes)
    self.path = path
    self.clock = clock
    self.log = log
    budget = EvidenceBudget(bytes: min(memory, Int(clamping: bytes)))
    disk = Mutex(Disk(folder: folder))
  }

  func recorder() -> EvidenceRecorder { EvidenceRecorder(budget) }

  /// Keeps the recorded data for an alarm or a loss; never blocks.
  /// - Returns: The path of the folder; nil if no evidence is kept for the event.
  func keep(_ event: WatchEvent, _ recorder: EvidenceRecorder) -> String? {
    guard event.kind == .alarm || event.kind == .streamLost, event.alarm?.severity != .info,
      let name = EvidenceFolder.name(of: event)
    else { return nil }
    let now = clock.now
    let (kept, isNew) = state.withLock { state -> (String?, Bool) in
      if let latest = state.latest[event.feed], now - latest.time < Self.sharedSeconds {
        return (latest.name, false)
      }
      guard state.counts.waiting < Self.mostWaiting else {
        state.counts.dropped += 1
        return (nil, false)
      }
      state.latest = state.latest.filter { now - $0.value.time < Self.sharedSeconds }
      state.latest[event.feed] = (name, now)
      state.counts.waiting += 1
      return (name, true)
    }
    if isNew {
      var event = event
      event.evidence = "\(path)/\(name)"
      let files = recorder.files + [("event.json", event.line)]
      queue.async { [self, event] in
        if recorder.hasOmitted {
          report(
            once: \.hasReportedOmission,
            "a file of \(event.input) is not kept, because it is larger than the "
              + "\(recorder.largestPiece) bytes allowed for a feed: "
              + "raise evidence-memory in --config, and evidence-size if it is less"
          )
        }
        write(files, to: name)
      }
    }
    return kept.map { "\(path)/\($0)" }
  }

  /// The numbers of folders: written, failed (larger than the limit), dropped (too many were waiting), and waiting.
  package var counts: DeliveryCounts { state.withLock { $0.counts } }

  /// Waits until the folders are written, for at most ``finishSeconds`` seconds.
  package func finish() {
    let written = DispatchSemaphore(value: 0)
    queue.async { written.signal() }
    _ = written.wait(timeout: .now() + .seconds(Self.finishSeconds))
  }

  /// Logs the number of folders that were not written.
  package func reportLost() {
    let counts = counts
    let lost = counts.waiting + counts.failed + counts.dropped
    guard lost > 0 else { return }
    report("the evidence of \(Decimals.counted(lost, "alarm")) was not written")
  }

  private func report(_ words: String) { log("--evidence \(path): \(words)") }

  private func report(once flag: WritableKeyPath<Disk, Bool>, _ words: String) {
    let isFirst = disk.withLock { disk in
      defer { disk[keyPath: flag] = true }
      return !disk[keyPath: flag]
    }
    if isFirst { report(words) }
  }

  /// Writes a folder. If writing fails, the folder is written later.
  private func write(_ files: [EvidenceRecorder.File], to name: String) {
    do throws(OutputError) {
      let (isWritten, isBack) = try disk.withLock { (disk) throws(OutputError) in
        (try disk.folder.write(files, to: name), disk.outage.end())
      }
      if !isWritten {
        let words =
          "the data of one alarm is larger than evidence-size in --config: raise evidence-size"
        report(once: \.hasReportedSize, words)
      } else if isBack {
        report("can be written again")
      }
      state.withLock { state in
        state.counts.waiting -= 1
        if isWritten { state.counts.delivered += 1 } else { state.counts.failed += 1 }
      }
    } catch {
      let (isFirst, wait) = disk.withLock { ($0.outage.begin(), $0.outage.wait / .seconds(1)) }
      if isFirst {
        log(
          "\(error.description(option: "--evidence")); the evidence of at most \(Self.mostWaiting) alarms "
            + "waits until it can be written"
        )
      }
      queue.asyncAfter(deadline: .now() + wait) { [self] in write(files, to: name) }
    }
  }
}
