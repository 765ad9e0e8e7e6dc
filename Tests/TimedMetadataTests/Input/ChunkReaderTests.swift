import Testing

@testable import TimedMetadata

/// Numbered bytes without end in sight, whose size may be known.
private final class CountingSource: ByteSource {
  let name = "counting"
  let size: Int64?
  private let count: Int
  private let pieceSize: Int
  private let failsAt: Int?
  private var position = 0

  init(count: Int, pieceSize: Int, tellsSize: Bool, failsAt: Int? = nil) {
    self.count = count
    self.pieceSize = pieceSize
    self.failsAt = failsAt
    size = tellsSize ? Int64(count) : nil
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
    arguments: [true, false],
    [1_000_003, 65_536]
  )
  func order(readsAhead: Bool, pieceSize: Int) throws {
    let count = 17 << 20
    let reader = ChunkReader(
      CountingSource(count: count, pieceSize: pieceSize, tellsSize: readsAhead)
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

  @Test("bytes that nobody uses are not read past", arguments: [true, false])
  func bounded(readsAhead: Bool) throws {
    let reader = ChunkReader(
      CountingSource(count: 17 << 20, pieceSize: .max, tellsSize: readsAhead)
    )
    try reader.fill(to: .max)
    #expect(reader.bytes.count <= ChunkReader.chunkSizeAhead + ChunkReader.chunkSize)
    #expect(!reader.isAtEnd)
  }

  @Test("a failure comes after the bytes in front of it", arguments: [true, false])
  func failure(readsAhead: Bool) throws {
    let reader = ChunkReader(
      CountingSource(
        count: 17 << 20,
        pieceSize: 1 << 20,
        tellsSize: readsAhead,
        failsAt: 3 << 20
      )
    )
    #expect(throws: TimedMetadataError.self) {
      while try reader.readMore() { reader.use(reader.bytes.count) }
    }
    #expect(reader.byteCount == 3 << 20)
  }

  @Test("a reader may be given up while a read is in flight")
  func givenUp() throws {
    for _ in 0..<20 {
      let reader = ChunkReader(
        CountingSource(count: 17 << 20, pieceSize: .max, tellsSize: true)
      )
      try reader.readMore()
      #expect(reader.bytes.first == 0)
    }
  }
}
