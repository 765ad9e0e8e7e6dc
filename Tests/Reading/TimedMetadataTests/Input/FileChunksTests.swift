import Foundation
import Testing

@testable import TimedMetadata

/// A file of numbered bytes, which is removed with this object.
private final class NumberedFile {
  let path: String

  init(count: Int) throws {
    path = NSTemporaryDirectory() + "id3tap-chunks-\(UUID().uuidString)"
    try Data(Self.bytes(0..<count)).write(to: URL(fileURLWithPath: path))
  }

  deinit { unlink(path) }

  static func byte(at position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: position &* 31 &+ position >> 8)
  }

  /// The pattern that the bytes of a file repeat.
  private static let period = (0..<1 << 16).map(byte)

  static func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let first = range.lowerBound % period.count
    let periods = (first + range.count + period.count - 1) / period.count
    var bytes: [UInt8] = []
    for _ in 0..<periods { bytes += period }
    return bytes[first..<first + range.count]
  }
}

/// The tests run one after another, because one of them has 300 files open.
@Suite(.serialized) struct FileChunksTests {
  /// The size of the files, which is not a whole number of chunks.
  private static let size = Int(FileChunks.minimumFileSize) + 3 * FileChunks.chunkSize / 2

  @Test(
    "the bytes of a large file are returned once and in order",
    arguments: [0, 1, FileChunks.chunkSize + 1]
  )
  func order(start: Int) throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    #expect(try reader.start(start).count >= start)
    var position = 0
    var isRight = true
    while case let bytes = try reader.next(), !bytes.isEmpty {
      let expected = NumberedFile.bytes(position..<position + bytes.count)
      if !isEqual(bytes[...], expected) { isRight = false }
      position += bytes.count
    }
    #expect(isRight)
    #expect(position == Self.size)
    #expect(reader.byteCount == Int64(Self.size))
  }

  @Test("bytes that are appended to a file during reading are read too")
  func growing() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    _ = try reader.next()
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 7, count: 1000))
    try handle.close()
    while try !reader.next().isEmpty {}
    #expect(reader.byteCount == Int64(Self.size + 1000))
  }

  private func isEqual(_ bytes: Slice<UnsafeRawBufferPointer>, _ expected: ArraySlice<UInt8>)
    -> Bool
  {
    expected.withUnsafeBytes { expected in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes)
      guard let left = bytes.baseAddress, let right = expected.baseAddress else {
        return bytes.isEmpty
      }
      return bytes.count == expected.count && memcmp(left, right, bytes.count) == 0
    }
  }

  /// Reads to the end, or to an error.
  private func readAll(_ reader: ChunkReader) throws(TimedMetadataError) -> (bytes: Int64, sum: Int)
  {
    var sum = 0
    while case let bytes = try reader.next(), !bytes.isEmpty {
      // Every page is touched.
      for position in stride(from: 0, to: bytes.count, by: 1024) { sum &+= Int(bytes[position]) }
    }
    return (reader.byteCount, sum)
  }

  @Test("a file that becomes shorter while it is read ends with an error")
  func shrinking() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    _ = try reader.next()
    let left = 9 * FileChunks.chunkSize + 10
    #expect(truncate(file.path, left) == 0)
    let error = #expect(throws: TimedMetadataError.self) { try readAll(reader) }
    #expect(reader.byteCount == Int64(left))
    #expect(
      error?.reason
        == "became shorter while it was read: \(left) of \(Self.size) bytes are left"
    )
  }

  @Test(
    "returned bytes do not change when the file becomes shorter, and missing bytes are an error",
    arguments: 0..<20
  )
  func cutInView(page: Int) throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    for _ in 0..<4 { _ = try reader.next() }
    let bytes = try reader.next()
    let start = 4 * FileChunks.chunkSize
    #expect(truncate(file.path, start + page * 4096 + 1) == 0)
    #expect(isEqual(bytes[...], NumberedFile.bytes(start..<start + FileChunks.chunkSize)))
    let error = #expect(throws: TimedMetadataError.self) { try readAll(reader) }
    #expect(error?.reason.contains("became shorter while it was read") == true)
  }

  @Test("a file that is truncated and written again is read without a gap")
  func writtenAgain() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    _ = try reader.next()
    let left = 9 * FileChunks.chunkSize + 10
    #expect(truncate(file.path, left) == 0)
    while reader.byteCount < left { _ = try reader.next() }
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(NumberedFile.bytes(left..<Self.size)))
    try handle.close()
    let next = try reader.next()
    #expect(isEqual(next[...], NumberedFile.bytes(left..<left + next.count)))
    #expect(try readAll(reader).bytes == Int64(Self.size))
  }

  @Test("a large file that becomes shorter does not affect the reading of other files")
  func manyAtOnce() throws {
    let files = try (0..<4).map { _ in try NumberedFile(count: Self.size) }
    let readers = try (0..<300).map { ChunkReader(try FileSource(path: files[$0 % 4].path)) }
    for reader in readers { _ = try reader.next() }
    #expect(truncate(files[3].path, 1) == 0)
    for index in [0, 1, 2, 3, 150, 298, 299] {
      let outcome = Result { () throws(TimedMetadataError) in try readAll(readers[index]) }
      if index % 4 == 3 {
        #expect(throws: TimedMetadataError.self) { try outcome.get() }
      } else {
        #expect(try outcome.get().bytes == Int64(Self.size))
      }
    }
  }

  @Test("a reader can be released while its second thread reads")
  func givenUp() throws {
    let file = try NumberedFile(count: Self.size)
    for _ in 0..<20 {
      let reader = ChunkReader(try FileSource(path: file.path))
      #expect(try reader.next().first == 0)
    }
  }

  @Test("a small file is read without a second thread")
  func small() throws {
    let file = try NumberedFile(count: 1000)
    #expect(FileChunks(try FileSource(path: file.path)) == nil)
  }
}
