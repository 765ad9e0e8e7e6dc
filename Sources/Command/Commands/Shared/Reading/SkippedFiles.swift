import Synchronization
import TimedMetadata

/// Counts the compressed files and archives that were found in directories: they may hold streams, and were not read.
final class SkippedFiles: Sendable {
  private struct State {
    var count = 0
    var archives = 0
    var names: [String] = []
  }

  private static let listedNames = 3

  private let state = Mutex(State())

  /// Counts a file that was found, if it was compressed or an archive.
  func count(_ error: TimedMetadataError) {
    guard error.isOfCompression else { return }
    state.withLock { state in
      state.count += 1
      if error.isOfArchive { state.archives += 1 }
      if state.names.count < Self.listedNames { state.names.append(error.input) }
    }
  }

  /// Takes the message about skipped files, such as `2 compressed files were not read (a.ts.gz, b.ts.gz):
  /// unpack them`, and starts again; nil when there was none.
  func takeWords() -> String? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      let rest = state.count > state.names.count ? ", …" : ""
      let noun =
        switch state.archives {
        case 0: state.count == 1 ? "compressed file" : "compressed files"
        case state.count: state.count == 1 ? "archive" : "archives"
        default: "compressed files and archives"
        }
      defer { state = State() }
      let names = state.names.joined(separator: ", ")
      return
        "\(state.count) \(noun) \(state.count == 1 ? "was" : "were") not read (\(names)\(rest)): "
        + "unpack \(state.count == 1 ? "it" : "them") first"
    }
  }
}
