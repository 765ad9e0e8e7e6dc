import Synchronization
import TimedMetadata

/// Counts the compressed files that were found in directories: they may hold streams, and were not read.
final class SkippedFiles: Sendable {
  private struct State {
    var count = 0
    var names: [String] = []
  }

  /// Names that are listed.
  private static let listedNames = 3

  private let state = Mutex(State())

  /// Counts a file that was found, if it was compressed.
  func count(_ error: TimedMetadataError) {
    guard error.isOfCompression else { return }
    state.withLock { state in
      state.count += 1
      if state.names.count < Self.listedNames { state.names.append(error.input) }
    }
  }

  /// What happened and what to do, such as `2 compressed files were not read (a.ts.gz, b.ts.gz): unpack
  /// them`, and starts again; nil when there was none.
  func takeWords() -> String? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      let rest = state.count > state.names.count ? ", …" : ""
      let files =
        state.count == 1 ? "1 compressed file was" : "\(state.count) compressed files were"
      defer { state = State() }
      return "\(files) not read (\(state.names.joined(separator: ", "))\(rest)): "
        + "unpack \(state.count == 1 ? "it" : "them") first"
    }
  }
}
