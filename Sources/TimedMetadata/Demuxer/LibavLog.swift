import CFFmpeg
import Synchronization
import System

/// libavformat's log. The callback is process-global and is called in fragments, on the thread that
/// runs libavformat: it is installed once, never writes to stderr, and gives each line to the demuxer
/// that called: a thread can run several, of which the others wait for bytes.
enum LibavLog {
  /// Puts the fragments of one demuxer's messages together to lines.
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
    return WorkLocal.with(lines, body)
  }

  private static func install() {
    guard !isInstalled.exchange(true, ordering: .relaxed) else { return }
    av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format, let arguments,
        let current = WorkLocal.current as? Lines
      else { return }
      current.append(source, level, format, arguments)
    }
  }
}
