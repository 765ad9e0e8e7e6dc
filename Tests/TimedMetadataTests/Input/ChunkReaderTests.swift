import Testing

@testable import TimedMetadata

/// Numbered bytes in pieces, up to a failure or the end.
private final class CountingSource: ByteSource {
  let name = "counting"
  let size: Int64? = nil
  private let count: Int
  private let pieceSize: Int
  private let failsAt: Int?
  private var position = 0

  init(count: Int, pieceSize: Int, failsAt: Int? = nil) {
    self.count = count
    self.pieceSize = pieceSize
    self.failsAt = failsAt
  }

  static func byte(at position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: position &* 31 &+ position >> 8)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    if let failsAt, position >= failsAt {
      throw TimedMetadataError(.cannotRead, input: name, reason: "broke", remedy: "mend it")
    }
    let given = min(buffer.count, pieceSize, count - position)
    for index in 0..<given { buffer[index] = Self.byte(at: position + index) }
    position += given
    return given
  }
}

@Suite struct ChunkReaderTests {
  @Test(
    "every byte comes once and in order, whatever is left over",
    arguments: [1_000_003, 65_536, 4093]
  )
  func order(pieceSize: Int) throws {
    let count = 3 << 20
    let reader = ChunkReader(
      CountingSource(count: count, pieceSize: pieceSize)
    )
    var position = 0
    var isRight = true
    while true {
      let more = try reader.readMore()
      let bytes = reader.bytes
      // Leave a rest of another size each time, and nothing at the end.
      let used = reader.isAtEnd ? bytes.count : max(0, bytes.count - position % 777)
      for index in 0..<used where bytes[index] != CountingSource.byte(at: position + index) {
        isRight = false
      }
      reader.use(used)
      position += used
      if !more, reader.isAtEnd { break }
    }
    #expect(isRight)
    #expect(position == count)
    #expect(reader.byteCount == Int64(count))
  }

  @Test("bytes that nobody uses are not read past")
  func bounded() throws {
    let reader = ChunkReader(
      CountingSource(count: 3 << 20, pieceSize: .max)
    )
    try reader.fill(to: .max)
    #expect(reader.bytes.count <= ChunkReader.carryCapacity + ChunkReader.chunkSize)
    #expect(!reader.isAtEnd)
  }

  @Test("a failure comes after the bytes in front of it")
  func failure() throws {
    let reader = ChunkReader(
      CountingSource(
        count: 3 << 20,
        pieceSize: 1 << 20,
        failsAt: 2 << 20
      )
    )
    #expect(throws: TimedMetadataError.self) {
      while try reader.readMore() { reader.use(reader.bytes.count) }
    }
    #expect(reader.byteCount == 2 << 20)
  }
}
