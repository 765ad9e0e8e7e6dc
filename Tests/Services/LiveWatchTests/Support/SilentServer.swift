import LiveWatch
import Presentation
import System
import TimedMetadata

/// A server that accepts a request and never responds.
enum SilentServer {
  /// Waits for a response until the task is cancelled.
  static func open(_ name: String) async throws(TimedMetadataError) -> TimedMetadataEvents {
    _ = await Shared(()).wait { _ in nil as Bool? }
    throw .interrupted(input: name)
  }
}
