import FuzzDriver
import TimedMetadata

/// Reads boxes of any content; the same bytes in pieces must give the same events.
@main
enum FuzzISOMedia {
  static func main() { Fuzzer.run(fuzzOneInput) }

  /// Gives bytes out in pieces and in two parts.
  final class Source: ByteSource {
    let name = "fuzz"
    let size: Int64? = nil
    private let bytes: [UInt8]
    private let pieceSize: Int
    private var position = 0
    private var end: Int

    init(_ bytes: [UInt8], firstPart: Int, pieceSize: Int) {
      self.bytes = bytes
      self.pieceSize = max(1, pieceSize)
      end = min(firstPart, bytes.count)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
      let count = min(buffer.count, pieceSize, end - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }

    func openNextPart() throws(TimedMetadataError) -> Bool {
      guard end < bytes.count else { return false }
      end = bytes.count
      return true
    }
  }

  enum Outcome: Equatable {
    case ended([TimedMetadataEvent])
    case failed([TimedMetadataEvent], TimedMetadataError)
  }

  static func read(_ bytes: [UInt8], firstPart: Int, pieceSize: Int) -> Outcome {
    var events: [TimedMetadataEvent] = []
    do {
      let reader = try TimedMetadataReader(
        Source(bytes, firstPart: firstPart, pieceSize: pieceSize)
      )
      while let event = try reader.next() { events.append(event) }
      return .ended(events)
    } catch {
      return .failed(events, error)
    }
  }

  static func check(_ bytes: [UInt8], firstPart: Int) {
    let whole = read(bytes, firstPart: firstPart, pieceSize: .max)
    guard read(bytes, firstPart: firstPart, pieceSize: 1 + bytes.count / 7) == whole else {
      Fuzzer.fail("pieces give other events than the whole")
    }
    guard case .ended(let events) = whole else { return }
    for case .tag(let tag) in events {
      if tag.bytes.isEmpty { Fuzzer.fail("a tag without bytes") }
      if tag.time.map({ !$0.isFinite }) ?? true { Fuzzer.fail("a tag without a time") }
    }
    if case .end(let summary) = events.last, summary.byteCount == Int64(bytes.count) { return }
    Fuzzer.fail("the input was not read to its end")
  }
}

/// Checks one input: its first byte says where the second part starts, the rest follows a
/// file type box, so that every input is read as ISO base media.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let part = input.first else { return 0 }
  let fileType: [UInt8] = [0, 0, 0, 16] + Array("ftypiso6".utf8) + [0, 0, 0, 0]
  FuzzISOMedia.check(
    fileType + input.dropFirst(),
    firstPart: part == 0 ? .max : fileType.count + Int(part) * 8
  )
  return 0
}
