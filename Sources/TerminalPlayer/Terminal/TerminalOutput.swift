import Documents
import Glibc

/// The terminal as a place to draw on and to read keys from.
final class TerminalOutput {
  private var writer: ScreenWriter
  private var decoder = KeyDecoder()
  /// Whether the terminal is gone.
  private(set) var isGone = false

  /// How long an ESC is waited for what follows it, in milliseconds.
  private static let escapeTimeoutMilliseconds: Int32 = 50

  init(style: TableStyle) { writer = ScreenWriter(style: style) }

  /// The size that the terminal reports; 80 by 24 when it reports none.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The next frame is drawn from scratch.
  func forget() { writer.forget() }

  /// Shows lines: what has changed of them, in one write.
  func show(_ lines: [ScreenLine], size: ScreenSize) {
    let frame = Array(writer.frame(lines, size: size).utf8)
    var written = 0
    while written < frame.count {
      let count = frame.withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, 100)
      default:
        isGone = true
        return
      }
    }
  }

  /// The keys that were pressed; to be called when there is something to read.
  func keys() -> [PlayerKey] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else {
      isGone = true
      return []
    }
    var keys = decoder.keys(from: bytes[..<count])
    if decoder.isWaiting {
      var more = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&more, 1, Self.escapeTimeoutMilliseconds) == 0, let key = decoder.flush() {
        keys.append(key)
      }
    }
    return keys
  }
}
