import Glibc
import System

/// Checked while reading and waiting, to end them: by the user, because of a failure elsewhere, or
/// since the time is over.
struct Cancellation: Sendable {
  /// Only Ctrl-C and other signals.
  static let interruption = Cancellation()

  /// When the time is over; nil: never.
  var deadline: ContinuousClock.Instant?
  /// Ends this and other inputs.
  var stop: StopFlag?

  /// How long to wait before a stop is polled again, in milliseconds.
  private static let pollMilliseconds: Int64 = 100

  /// Whether the reading must end.
  var isRequested: Bool { Interruption.isRequested || isStopped || isLate }

  /// Whether it must end because of something else than time.
  var isStopped: Bool { stop?.isRequested ?? false }

  /// Whether the time is over.
  var isLate: Bool { deadline.map { $0 <= .now } ?? false }

  /// Waits until a read of `descriptor` would not block. False: the reading must end. A signal that comes just before a read
  /// would not end that.
  func waitToRead(_ descriptor: Int32) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Interruption.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while !isRequested {
      let ready = poll(&watched, nfds_t(watched.count), millisecondsToWait)
      if ready < 0, errno == EINTR { continue }
      guard ready != 0 else { continue }
      return !Interruption.isRequested
    }
    return false
  }

  /// How long poll(2) may wait before `isRequested` is asked again; -1: until an interruption, which
  /// wakes it.
  private var millisecondsToWait: Int32 {
    guard deadline != nil || stop != nil else { return -1 }
    guard let left = deadline.map({ ContinuousClock.now.duration(to: $0) }) else {
      return Int32(Self.pollMilliseconds)
    }
    let milliseconds =
      left.components.seconds.multipliedReportingOverflow(by: 1000).partialValue
      + left.components.attoseconds / 1_000_000_000_000_000 + 1
    return Int32(min(Self.pollMilliseconds, max(0, milliseconds)))
  }
}
