package final class ChunkReader {
  /// The size of a chunk: 128 KiB, which fits into the processor's cache. Measurements show that larger chunks are not
  /// faster.
  private static let chunkSize = 128 << 10

  package let source: any ByteSource
  /// The number of bytes that have been returned or are in `head`.
  package private(set) var byteCount: Int64

  private let chunk: UnsafeMutableRawBufferPointer
  /// Reads a large file with two threads; nil if one thread reads the source.
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// Whether a chunk of the file was shorter than expected, because the file has become shorter.
  private var isBehindChunks = false
  /// Whether the source or its current part has ended, so that it is not read again.
  private var isAtEnd = false
  /// Bytes that were read to detect the kind of input, and have not been returned yet.
  private var head: [UInt8]

  /// Makes a reader. `head` are the first bytes of the input, if they have already been read from the source.
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

  /// Whether two threads read the source, a large file. They never wait for a writer.
  package var isLargeFile: Bool { fileChunks != nil }

  /// The next bytes, which are valid until the next call; empty at the end of the source or of one of its parts.
  package func next() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    guard head.isEmpty else {
      let count = min(head.count, chunk.count)
      chunk.copyBytes(from: head.prefix(count))
      head.removeFirst(count)
      return UnsafeRawBufferPointer(rebasing: chunk[..<count])
    }
    guard !isAtEnd else { return UnsafeRawBufferPointer(rebasing: chunk[..<0]) }
    var bytes = UnsafeRawBufferPointer(rebasing: chunk[..<0])
    if let fileChunks {
      if !isBehindChunks, let ahead = try fileChunks.take(chunksTaken) {
        chunksTaken += 1
        isBehindChunks = ahead.count < FileChunks.chunkSize
        bytes = ahead
      }
      if bytes.isEmpty {
        let file = fileChunks.file
        let count = try file.read(into: chunk, at: byteCount)
        if count == 0, byteCount < file.size ?? 0 { throw file.brokeOff() }
        bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
      }
    } else {
      bytes = UnsafeRawBufferPointer(rebasing: chunk[..<(try source.read(into: chunk))])
    }
    isAtEnd = bytes.isEmpty
    byteCount += Int64(bytes.count)
    return bytes
  }

  /// Continues with the next part of the source; see ``ByteSource``. Returns false if there are no more parts.
  package func beginNextPart() throws(TimedMetadataError) -> Bool {
    isAtEnd = try !source.openNextPart()
    return !isAtEnd
  }

  /// Reads ahead until the first `size` bytes are known, before any bytes are returned. Returns the bytes known so far;
  /// fewer than `size` only at the end.
  func start(_ size: Int) throws(TimedMetadataError) -> [UInt8] {
    var known = head
    head = []
    defer { head = known }
    while known.count < size, case let bytes = try next(), !bytes.isEmpty { known += bytes }
    return known
  }

  /// Skips up to `count` bytes of the source if they need not be fetched; see ``ByteSource``. Returns the number of
  /// bytes skipped.
  package func skip(_ count: Int64, surplus: Int64) -> Int64 {
    head.isEmpty ? source.skip(count, surplus: surplus) : 0
  }

}
