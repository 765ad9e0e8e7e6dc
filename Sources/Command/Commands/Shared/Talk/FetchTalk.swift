import Formats
import HTTP
import Synchronization

/// Reports what an input waits for on the network. Any thread may call it.
final class FetchTalk: Sendable {
  /// The least time between two lines, as many resources may wait for the same server. The others
  /// are reported with `--verbose`.
  private static let interval: Duration = .seconds(3)

  private let input: String
  private let diagnostics: Diagnostics
  /// When the last line was written.
  private let latest = Mutex<ContinuousClock.Instant?>(nil)

  init(input: String, _ diagnostics: Diagnostics) {
    self.input = input
    self.diagnostics = diagnostics
  }

  /// Reports what takes seconds; logs the rest.
  func report(_ notice: FetchNotice) {
    let place = notice.url == input ? input : "\(input): \(notice.url)"
    guard notice.isLong, isTimely() else {
      diagnostics.progress.hide()
      return diagnostics.log.info("\(PrintableText.escaping("\(place): \(notice.text)"))")
    }
    diagnostics.notice("\(place): \(notice.text)")
  }

  private func isTimely() -> Bool {
    let now = ContinuousClock.now
    return latest.withLock { latest in
      if let latest, now - latest < Self.interval { return false }
      latest = now
      return true
    }
  }
}
