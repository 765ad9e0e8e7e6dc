import TimedMetadata

/// How the stream of a channel is reached. A stream is opened once.
package protocol PlayerStream: Sendable {
  /// The stream's name in results and messages.
  var name: String { get }
  /// How many seconds ahead of the playhead are read at most; nil: all there are.
  var readAhead: Double? { get }

  /// Whether the stream grows over time, such as datagrams. A live playlist reports it by itself.
  var isLive: Bool { get }

  /// Opens the stream, on the thread that reads it.
  ///
  /// - Parameter progress: To be called regularly while the stream is read, on that thread.
  /// - Returns: Its events.
  /// - Throws: Why it cannot be read.
  func open(progress: @escaping () -> Void) throws(TimedMetadataError) -> TimedMetadataReader

  /// Receives something unusual, on the thread that reads.
  func take(_ note: StreamNote)

  /// Ends the opening and the reading, from any thread.
  func cancel()
}

extension PlayerStream {
  /// It is there as a whole.
  package var isLive: Bool { false }
}
