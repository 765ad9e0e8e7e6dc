/// Reads a source chunk by chunk.
package final class ChunkReader {
  /// 128 KiB: measured as fast as larger chunks or faster, since it stays in the processor's cache.
  private static let chunkSize = 128 << 10

  package let source: any ByteSource
  /// Bytes taken from the source, those that are still to be handed out included.
  package private(set) var byteCount: Int64

  private let chunk: UnsafeMutableRawBufferPointer
  /// A large file, which two threads read.
  private let fileChunks: FileChunks?
  private var chunksTaken = 0
  /// Whether the file has been read to the last whole chunk, or to where it lacks bytes that it had at the start.
  private var isBehindChunks = false
  /// Whether the source, or the current part of it, has ended: it is not asked again.
  private var isAtEnd = false
  /// Bytes that were read to know the kind of the input, and are still to be handed out.
  private var head: [UInt8]

  /// `head` are the first bytes of the input, which have been taken from the source.
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

  /// Whether the source is a large file, which never waits for a writer.
  package var isLargeFile: Bool { fileChunks != nil }

  /// The next bytes, valid until the next call; empty at the end of the source, and of a part of it.
  package func next() throws(TimedMetadataError) -> UnsafeRawBufferPointer {
    guard head.isEmpty else {
      let count = min(head.count, chunk.count)
      chunk.copyBytes(from: head.prefix(count))
      head.removeFirst(count)
      return UnsafeRawBufferPointer(rebasing: chunk[..<count])
    }
    return try read()
  }

  /// Continues with the next part of the source; see ``ByteSource``. False: there is none.
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

  /// Reads until `size` bytes of the start are known, before any are handed out. Returns those that are: fewer only at
  /// the end.
  func start(_ size: Int) throws(TimedMetadataError) -> [UInt8] {
    while head.count < size {
      let bytes = try read()
      guard !bytes.isEmpty else { break }
      head += bytes
    }
    return head
  }

  /// Skips up to `count` bytes of the source where they need not be fetched; see ``ByteSource``. Returns how many.
  package func skip(_ count: Int64, surplus: Int64) -> Int64 {
    head.isEmpty ? source.skip(count, surplus: surplus) : 0
  }

  /// Takes the next chunk of a file that two threads read; nil when there is none.
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
