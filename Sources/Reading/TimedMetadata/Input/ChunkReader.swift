/// Reads a source chunk by chunk.
package final class ChunkReader {
  /// The size of a chunk: 128 KiB. Measurements show that larger chunks are not faster, because
  /// this one stays in the processor's cache.
  private static let chunkSize = 128 << 10

  package let source: any ByteSource
  /// The number of bytes read from the source, including those that have not been returned yet.
  package private(set) var byteCount: Int64

  private let chunk: UnsafeMutableRawBufferPointer
  /// Reads a large file with two threads; nil for other sources.
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// Whether the file has been read to its last whole chunk, or to the point where it has become
  /// shorter.
  private var isBehindChunks = false
  /// Whether the source or its current part has ended, so that it is not read again.
  private var isAtEnd = false
  /// Bytes that were read to detect the kind of input, and have not been returned yet.
  private var head: [UInt8]

  /// Makes a reader. `head` are the first bytes of the input, if they have already been read from
  /// the source.
  package init(_ source: any ByteSource, head: [UInt8] = []) {
    self.source = source
    self.head = head
    byteCount = Int64(head.count)
    chunk = .allocate(byteCount: Self.chunkSize, alignment: 4096)
    fileChunks = head.isEmpty ? (source as? FileSource).flatMap { FileChunks($0) } : nil
  }

  deinit {
    fileChunks?.abandon()
    chunk.deallocate()
  }

  /// Whether the source is a large file. Reading one never waits for a writer.
  package var isLargeFile: Bool { fileChunks != nil }

  /// The next bytes, which are valid until the next call; empty at the end of the source or of a
  /// part of it.
  package func next() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    guard head.isEmpty else {
      let count = min(head.count, chunk.count)
      chunk.copyBytes(from: head.prefix(count))
      head.removeFirst(count)
      return UnsafeRawBufferPointer(rebasing: chunk[..<count])
    }
    return try read()
  }

  /// Continues with the next part of the source; see ``ByteSource``. Returns false if there are no
  /// more parts.
  package func beginNextPart() throws(TimedMetadataError) -> Bool {
    isAtEnd = try !source.openNextPart()
    return !isAtEnd
  }

  private func read() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    guard !isAtEnd else { return UnsafeRawBufferPointer(rebasing: chunk[..<0]) }
    let bytes = if let ahead = try readAhead() { ahead } else { try readHere() }
    isAtEnd = bytes.isEmpty
    byteCount += Int64(bytes.count)
    return bytes
  }

  /// Reads ahead until the first `size` bytes are known, before any bytes are returned. Returns the
  /// bytes known so far; fewer than `size` only at the end.
  func start(_ size: Int) throws(TimedMetadataError) -> [UInt8] {
    while head.count < size {
      let bytes = try read()
      guard !bytes.isEmpty else { break }
      head += bytes
    }
    return head
  }

  /// Skips up to `count` bytes of the source if they need not be fetched; see ``ByteSource``.
  /// Returns the number of bytes skipped.
  package func skip(_ count: Int64, surplus: Int64) -> Int64 {
    head.isEmpty ? source.skip(count, surplus: surplus) : 0
  }

  /// Returns the next chunk of a file that two threads read; nil if there are no more whole chunks.
  private func readAhead() throws(TimedMetadataError) -> UnsafeRawBufferPointer? {
    guard let fileChunks, !isBehindChunks, let next = try fileChunks.take(chunksTaken) else {
      return nil
    }
    chunksTaken += 1
    isBehindChunks = next.count < FileChunks.chunkSize
    return next.isEmpty ? nil : next
  }

  private func readHere() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    guard let file = fileChunks?.file else {
      return UnsafeRawBufferPointer(rebasing: chunk[..<(try source.read(into: chunk))])
    }
    let count = try file.read(into: chunk, at: byteCount)
    if count == 0, byteCount < file.size ?? 0 { throw file.brokeOff() }
    return UnsafeRawBufferPointer(rebasing: chunk[..<count])
  }
}
