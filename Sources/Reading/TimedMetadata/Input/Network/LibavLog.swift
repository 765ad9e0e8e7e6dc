import CFFmpeg
import Glibc
import Synchronization

/// Collects the warnings and errors of libavformat. Its callback is global to the process, and receives fragments of
/// lines. The callback never writes to standard error. It passes a line to the network source that called libavformat
/// on the same thread, and drops other messages, such as those of the demultiplexer.
enum LibavLog {
  /// Assembles lines from the message fragments of one source.
  final class Lines: Sendable {
    private struct State {
      var fragment = ""
      var lines: [String] = []
    }

    private let state = Mutex(State())

    /// Removes and returns the lines that have been completed.
    func take() -> [String] {
      state.withLock { state in
        defer { state.lines = [] }
        return state.lines
      }
    }

    fileprivate func append(
      _ source: UnsafeMutableRawPointer?,
      _ level: Int32,
      _ format: UnsafePointer<CChar>,
      _ arguments: CVaListPointer
    ) {
      state.withLock { state in
        var text = [CChar](repeating: 0, count: 1024)
        // The prefix is left out: it is the address of a context, which changes every time.
        var printPrefix: Int32 = 0
        let count = av_log_format_line2(
          source,
          level,
          format,
          arguments,
          &text,
          Int32(text.count),
          &printPrefix
        )
        guard count > 0 else { return }
        state.fragment += String(
          decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
          as: UTF8.self
        )
        guard state.fragment.hasSuffix("\n") else { return }
        state.lines += state.fragment.split(separator: "\n").map(String.init)
        state.fragment = ""
      }
    }
  }

  private static let isInstalled = Atomic<Bool>(false)

  /// Runs `body`, a call of libavformat, and collects its warnings and errors in `lines`.
  static func collecting<Result>(into lines: Lines, _ body: () -> Result) -> Result {
    install()
    pthread_setspecific(currentLines, Unmanaged.passUnretained(lines).toOpaque())
    defer { pthread_setspecific(currentLines, nil) }
    return withExtendedLifetime(lines, body)
  }

  /// The thread-specific key for the `Lines` of the current call.
  private static let currentLines = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Installs the callback, so that libavformat does not write to standard error.
  static func install() {
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format, let arguments,
        let lines = pthread_getspecific(LibavLog.currentLines)
      else { return }
      Unmanaged<Lines>.fromOpaque(lines).takeUnretainedValue().append(
        source,
        level,
        format,
        arguments
      )
    }
  }
}
