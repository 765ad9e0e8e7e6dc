import Dispatch

/// The events of one input as an asynchronous sequence. The input is read on a queue of its own, one
/// event at a time: memory does not grow with a slow consumer, and a blocking read blocks only this
/// queue.
///
///     for try await event in TimedMetadataSequence({ try FileSource(path: "a.ts") }) { … }
public struct TimedMetadataSequence: AsyncSequence, Sendable {
  /// An event of the reader.
  public typealias Element = TimedMetadataEvent

  private let open: @Sendable () throws -> any ByteSource
  private let options: @Sendable () -> ReaderOptions

  /// A sequence over the source that `open` gives. Both closures run on the reading queue.
  public init(
    _ open: @escaping @Sendable () throws -> any ByteSource,
    options: @escaping @Sendable () -> ReaderOptions = { ReaderOptions() }
  ) {
    self.open = open
    self.options = options
  }

  /// Starts a reading of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reading: QueuedReader(open: open, options: options))
  }

  /// Takes the events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: QueuedReader

    /// The next event; nil after the last. Cancelling the task ends the reading with `cancelled`.
    /// - Throws: what `open` throws, or `TimedMetadataError`.
    public mutating func next() async throws -> TimedMetadataEvent? { try await reading.next() }
  }
}

/// Runs an actor on a serial dispatch queue.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "id3tap.reader")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A reader on a serial queue: one context of libavformat, one thread at a time.
private actor QueuedReader {
  private let executor = QueueExecutor()
  private let open: @Sendable () throws -> any ByteSource
  private let options: @Sendable () -> ReaderOptions
  private var reader: TimedMetadataReader?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    open: @escaping @Sendable () throws -> any ByteSource,
    options: @escaping @Sendable () -> ReaderOptions
  ) {
    self.open = open
    self.options = options
  }

  func next() throws -> TimedMetadataEvent? {
    if let reader { return try reader.next() }
    var options = options()
    let isCancelled = options.isCancelled
    options.isCancelled = { Task.isCancelled || isCancelled() }
    let reader = try TimedMetadataReader(open(), options: options)
    self.reader = reader
    return try reader.next()
  }
}
