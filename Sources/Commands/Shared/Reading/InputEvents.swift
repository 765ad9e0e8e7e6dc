import Presentation
import System
import TimedMetadata

/// The events of an input, for a command that reads them on its own thread.
final class InputEvents {
  private let events: TimedMetadataEvents
  private let isCancelled: () -> Bool

  init(_ events: TimedMetadataEvents, isCancelled: @escaping () -> Bool) {
    self.events = events
    self.isCancelled = isCancelled
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
    return try result.get()
  }

  /// The summary of an input whose reading failed; see ``TimedMetadataEvents/partialSummary``.
  var partialSummary: InputSummary? { events.partialSummary }
}
