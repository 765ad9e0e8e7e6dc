import Testing

@testable import TimedMetadata

/// A source of `count` numbered bytes in pieces, which fails at position `failsAt` if that is given.
private final class CountingSource: ByteSource {
  let name = "counting"
  let size: Int64? = nil
  private let count: Int
  private let pieceSize: Int
  private let failsAt: Int?
  private var position: Int

  init(count: Int, pieceSize: Int, from position: Int = 0, failsAt: Int? = nil) {
    self.position = position
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
    "all bytes are returned once and in order, including those that were read ahead",
    arguments: [1_000_003, 65_536, 4093]
  )
  func order(pieceSize: Int) throws {
    let count = 3 << 20
    let head = (0..<5000).map { CountingSource.byte(at: $0) }
    let reader = ChunkReader(
      CountingSource(count: count, pieceSize: pieceSize, from: head.count),
      head: head
    )
    #expect(try reader.start(200_000).count >= 200_000)
    var position = 0
    var isRight = true
    while case let bytes = try reader.next(), !bytes.isEmpty {
      for index in bytes.indices where bytes[index] != CountingSource.byte(at: position + index) {
        isRight = false
      }
      position += bytes.count
    }
    #expect(isRight)
    #expect(position == count)
    #expect(reader.byteCount == Int64(count))
  }

  @Test("a source that has ended is not read again before its next part")
  func end() throws {
    let source = EndingSource()
    let reader = ChunkReader(source)
    #expect(try reader.start(4096) == [1, 2, 3])
    #expect(try Array(reader.next()) == [1, 2, 3])
    #expect(try reader.next().isEmpty && reader.next().isEmpty)
    #expect(source.reads == 2)
    #expect(try reader.beginNextPart())
    #expect(try Array(reader.next()) == [1, 2, 3])
  }

  /// A source that, like a terminal, can be read again after its end: it returns three bytes, an end, and so on.
  private final class EndingSource: ByteSource {
    let name = "terminal"
    let size: Int64? = nil
    private(set) var reads = 0

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      reads += 1
      guard !reads.isMultiple(of: 2) else { return 0 }
      buffer.copyBytes(from: [1, 2, 3])
      return 3
    }

    func openNextPart() -> Bool { true }
  }

  @Test("a read error is thrown after the bytes before it have been returned")
  func failure() throws {
    let reader = ChunkReader(
      CountingSource(
        count: 3 << 20,
        pieceSize: 1 << 20,
        failsAt: 2 << 20
      )
    )
    #expect(throws: TimedMetadataError.self) {
      while try !reader.next().isEmpty {}
    }
    #expect(reader.byteCount == 2 << 20)
  }
}
