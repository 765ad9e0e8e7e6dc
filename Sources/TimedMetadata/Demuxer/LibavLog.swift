import CFFmpeg
import Synchronization

/// libavformat's log, which is process-global: kept away from stderr. Whatever it could say about
/// the stream, the sieve has already noted with its place.
enum LibavLog {
  private static let isInstalled = Atomic<Bool>(false)

  /// Installs the callback once.
  static func install() {
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    av_log_set_callback { _, _, _, _ in }
  }
}
