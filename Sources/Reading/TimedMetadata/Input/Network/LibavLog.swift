import CFFmpeg
import Glibc
import Synchronization

/// libavformat's log. The callback is process-global and is called in fragments, on the thread that
/// runs libavformat: it is installed once, never writes to standard error, and gives each line to the network source
/// that called. A network source has its thread for itself while it calls libavformat. What the demultiplexer logs is
/// dropped.
enum LibavLog {
  /// Puts the fragments of one source's messages together to lines.
  final class Lines: Sendable {
    private struct State {
      var fragment = ""
      var lines: [String] = []
    }

    private let state = Mutex(State())

    /// The lines complete since the last call.
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
        // No prefix: it is the address of a context, another one every time.
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

  /// Runs `body`, a call of libavformat, with its warnings and errors going to `lines`.
  static func collecting<Result>(into lines: Lines, _ body: () -> Result) -> Result {
    install()
    pthread_setspecific(currentLines, Unmanaged.passUnretained(lines).toOpaque())
    defer { pthread_setspecific(currentLines, nil) }
    return withExtendedLifetime(lines, body)
  }

  /// The lines of the call that the thread is in.
  private static let currentLines = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Keeps libavformat from writing to standard error.
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
