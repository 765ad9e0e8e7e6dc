import Foundation
import Testing

@testable import TimedMetadata

/// A file of numbered bytes, removed afterwards.
private final class NumberedFile {
  let path: String

  init(count: Int) throws {
    path = NSTemporaryDirectory() + "id3tap-chunks-\(UUID().uuidString)"
    let bytes = (0..<count).map { Self.byte(at: $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { unlink(path) }

  static func byte(at position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: position &* 31 &+ position >> 8)
  }
}

@Suite struct FileChunksTests {
  /// Not a whole number of chunks.
  private static let size = Int(FileChunks.minimumFileSize) + 3 * FileChunks.chunkSize / 2

  @Test("a large file comes once and in order, whatever is left over of each chunk")
  func order() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    var position = 0
    var isRight = true
    while true {
      let more = try reader.readMore()
      let bytes = reader.bytes
      let used = reader.isAtEnd ? bytes.count : max(0, bytes.count - position % 777)
      for index in 0..<used where bytes[index] != NumberedFile.byte(at: position + index) {
        isRight = false
      }
      reader.use(used)
      position += used
      if !more, reader.isAtEnd { break }
    }
    #expect(isRight)
    #expect(position == Self.size)
    #expect(reader.byteCount == Int64(Self.size))
  }

  @Test("bytes that nobody uses are not read past")
  func bounded() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    try reader.fill(to: .max)
    #expect(reader.bytes.count <= ChunkReader.carryCapacity + FileChunks.chunkSize)
    #expect(!reader.isAtEnd)
  }

  @Test("what is written behind the end that the file had at the start is read too")
  func growing() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    try reader.readMore()
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 7, count: 1000))
    try handle.close()
    repeat { reader.use(reader.bytes.count) } while try reader.readMore()
    #expect(reader.byteCount == Int64(Self.size + 1000))
  }

  @Test("a file that is cut short while it is read ends there")
  func shrinking() throws {
    let file = try NumberedFile(count: Self.size)
    let reader = ChunkReader(try FileSource(path: file.path))
    try reader.readMore()
    let left = 9 * FileChunks.chunkSize + 10
    #expect(truncate(file.path, left) == 0)
    repeat { reader.use(reader.bytes.count) } while try reader.readMore()
    #expect(reader.isAtEnd)
    #expect(reader.byteCount == Int64(left))
  }

  @Test("a reader may be given up while a read is in flight")
  func givenUp() throws {
    let file = try NumberedFile(count: Self.size)
    for _ in 0..<20 {
      let reader = ChunkReader(try FileSource(path: file.path))
      try reader.readMore()
      #expect(reader.bytes.first == 0)
    }
  }

  @Test("a small file is read without a second thread")
  func small() throws {
    let file = try NumberedFile(count: 1000)
    #expect(FileChunks(try FileSource(path: file.path)) == nil)
  }
}
