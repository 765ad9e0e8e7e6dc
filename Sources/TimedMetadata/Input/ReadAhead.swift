import Dispatch

/// Reads the next chunk of a source on a queue of its own while the chunk before it is sieved: on a
/// cached file the kernel's copying is what takes the time, and the sieve then costs none.
///
/// One read is in flight at a time. Between `begin(into:)` and `finish()` source and buffer belong to
/// the queue, otherwise to the caller; the semaphore hands them over. Hence `@unchecked`.
final class ReadAhead: @unchecked Sendable {
  private let source: any ByteSource
  private let queue = DispatchQueue(label: "id3tap.read-ahead")
  private let done = DispatchSemaphore(value: 0)
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var result = Result<Int, TimedMetadataError>.success(0)
  private(set) var isInFlight = false

  init(_ source: any ByteSource) { self.source = source }

  /// Starts to read into `buffer`, which must live until `finish()`.
  func begin(into buffer: UnsafeMutableRawBufferPointer) {
    isInFlight = true
    self.buffer = buffer
    queue.async {
      self.result = Result { () throws(TimedMetadataError) in
        try self.source.read(into: self.buffer)
      }
      self.done.signal()
    }
  }

  /// Waits for the read that was begun. Returns the number of bytes; 0 at the end.
  func finish() throws(TimedMetadataError) -> Int {
    done.wait()
    isInFlight = false
    return try result.get()
  }
}
