import Presentation
import System
import TimedMetadata

/// The events of an input, for a command that reads them on its own thread.
final class InputEvents {
  private let events: TimedMetadataEvents
  private let options: ReaderOptions
  private let bytesRead: (@Sendable () -> Int64)?

  /// `options` are those of the events; their progress is also called while the next event is waited for.
  init(_ events: TimedMetadataEvents, _ options: ReaderOptions) {
    self.events = events
    self.options = options
    bytesRead = events.takeProgress()
  }

  /// The next event in stream order; nil after `end`.
  /// - Throws: See ``TimedMetadataEvents/next()``.
  func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    if let reader = events.reader { return try reader.next() }
    if let event = events.takePending() { return event }
    // The thread that owns them waits meanwhile.
    nonisolated(unsafe) let events = events
    let result = Blocking.run(isCancelled: isCancelled) {
      do throws(TimedMetadataError) {
        return Result<TimedMetadataEvent?, TimedMetadataError>.success(try await events.next())
      } catch {
        return .failure(error)
      }
    }
    reportProgress()
    return try result.get()
  }

  /// Asked while the next event is waited for.
  private func isCancelled() -> Bool {
    reportProgress()
    return options.isCancelled()
  }

  private func reportProgress() {
    if let bytesRead { options.progress(bytesRead(), nil) }
  }

  /// The summary of an input whose reading failed; see ``TimedMetadataEvents/partialSummary``.
  var partialSummary: InputSummary? { events.partialSummary }
}
