import Glibc
import LiveWatch
import Synchronization
import TerminalPlayer

/// The keys of the terminal that move the table. They come one by one and unseen; Ctrl-C, Ctrl-S and Ctrl-Z do what they
/// always do.
final class TerminalKeys: Sendable {
  private let decoder = Mutex(KeyDecoder())
  /// Becomes readable when nothing is waited for any more.
  private let ends: (read: Int32, write: Int32)

  private static let isTaken = Atomic(false)
  // Written before `isTaken` is set, read after it was found set.
  nonisolated(unsafe) private static var saved = termios()
  nonisolated(unsafe) private static var taken = termios()

  /// Takes the keys. Nil: standard input is not a terminal, or is that of another job.
  init?() {
    guard isatty(STDIN_FILENO) == 1, Self.isInForeground,
      tcgetattr(STDIN_FILENO, &Self.saved) == 0
    else { return nil }
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0 else { return nil }
    for end in pair {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    ends = (pair[0], pair[1])
    Self.taken = Self.saved
    Self.taken.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A read returns what there is; poll(2) waits.
    withUnsafeMutableBytes(of: &Self.taken.c_cc) { controls in
      controls[Int(VMIN)] = 0
      controls[Int(VTIME)] = 0
    }
    Self.isTaken.store(true, ordering: .releasing)
    Self.set(leaving: false)
  }

  /// Wakes a waiting reader, and gives the keys back to the terminal.
  func close() {
    var byte: UInt8 = 0
    _ = Glibc.write(ends.write, &byte, 1)
    Self.set(leaving: true)
    Self.isTaken.store(false, ordering: .releasing)
  }

  /// Gives the keys to the shell, or takes them back. Safe in a signal handler (POSIX, 2.4.3).
  static func set(leaving: Bool) {
    // In the background the settings could not be changed without being stopped.
    guard isTaken.load(ordering: .acquiring), isInForeground else { return }
    if leaving {
      tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    } else {
      tcsetattr(STDIN_FILENO, TCSANOW, &taken)
    }
  }

  /// Waits for keys.
  /// - Parameter milliseconds: The longest wait.
  /// - Returns: Where they move the table.
  func moves(waitingAtMost milliseconds: Int32) -> [TableWindow.Move] {
    var watched = [
      pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
      // A descriptor below 0 is left out: keys that go to the shell are not ours to read.
      pollfd(fd: Self.isInForeground ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, milliseconds) > 0, watched[1].revents != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Self.isInForeground ? read(STDIN_FILENO, &bytes, bytes.count) : 0
    guard count > 0 else {
      // The terminal is gone: what would be readable for ever is not asked again at once.
      watched[1].fd = -1
      _ = poll(&watched, 2, milliseconds)
      return []
    }
    return decoder.withLock { $0.keys(from: bytes[..<count]) }.compactMap(Self.move)
  }

  private static func move(_ key: PlayerKey) -> TableWindow.Move? {
    switch key {
    case .up, .character("k"): .lineUp
    case .down, .character("j"): .lineDown
    case .pageUp, .character("b"): .pageUp
    case .pageDown, .character(" "): .pageDown
    case .home, .character("g"): .top
    case .end, .character("G"): .bottom
    default: nil
    }
  }

  private static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }
}
