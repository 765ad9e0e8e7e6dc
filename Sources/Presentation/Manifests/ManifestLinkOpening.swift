import System
import TimedMetadata

/// Resolves the references of the first version of a manifest, on a thread of its own.
final class ManifestLinkOpening: Sendable {
  /// The result.
  struct Outcome: Sendable {
    var manifest: LoadedManifest
    var notes: [StreamNote] = []
  }

  private struct State {
    var resource: (any Resource)?
    var outcome: Result<Outcome, TimedMetadataError>?
    var isCancelled = false
  }

  private let links: ManifestLinks
  private let monitor = Monitor(State())

  init(_ links: ManifestLinks) { self.links = links }

  /// Starts to fetch.
  func start(_ manifest: LoadedManifest) {
    let hasStarted = ReadingThread.start { self.resolve(manifest) }
    if !hasStarted { resolve(manifest) }
  }

  /// Returns the result; nil if there is none after `seconds`.
  /// - Throws: `cancelled`.
  func outcome(waitingAtMost seconds: Double) throws(TimedMetadataError) -> Outcome? {
    try monitor.wait(atMost: seconds) { $0.outcome.take() }?.get()
  }

  /// Cancels the requests.
  func cancel() {
    monitor.withLock { state in
      state.isCancelled = true
      state.resource?.cancel()
    }
  }

  private func resolve(_ manifest: LoadedManifest) {
    var notes: [StreamNote] = []
    let outcome = Result { () throws(TimedMetadataError) in
      let resolved = try links.resolve(manifest, keep: keep) { detail in
        notes.append(StreamNote(id: .manifest, detail: detail))
      }
      return Outcome(manifest: resolved, notes: notes)
    }
    monitor.withLock { $0.outcome = outcome }
  }

  /// Stores the running request. False: the opening was cancelled.
  private func keep(_ resource: any Resource) -> Bool {
    monitor.withLock { state in
      state.resource = resource
      return !state.isCancelled
    }
  }
}
