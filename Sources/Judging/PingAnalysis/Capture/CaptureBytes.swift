import Formats
import TimedMetadata

/// Reads the bytes of a capture one after another. At most one piece of the input is in memory.
final class CaptureBytes {
  /// The number of bytes that are read at once.
  private static let pieceSize = 64 << 10

  let name: String
  private let source: any ByteSource
  private var piece: [UInt8]
  private var position = 0
  private var hasEnded = false
  /// The number of the line with the next byte, from 1.
  private(set) var line = 1

  /// Reads from `source`. `head` has the bytes that were already taken from it.
  init(_ source: any ByteSource, head: [UInt8] = []) {
    self.source = source
    name = source.name
    piece = head
  }

  /// The next byte, which stays in the input; nil at the end.
  func peek() throws(CaptureError) -> UInt8? {
    if position < piece.count { return piece[position] }
    try fill()
    return position < piece.count ? piece[position] : nil
  }

  /// Takes the next byte; nil at the end.
  func next() throws(CaptureError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  /// Takes all bytes before the first one in `ends`, or up to the end, and adds them to `text` until it has `limit` bytes.
  /// `ends` must contain the line feed, because lines are only counted there.
  func take(
    until ends: ByteSet,
    into text: inout [UInt8],
    limit: Int
  ) throws(CaptureError) {
    while try peek() != nil {
      let end = ends.firstIndex(in: piece[position...])
      let taken = piece[position..<(end ?? piece.count)]
      text += taken.prefix(max(0, limit - text.count))
      position = taken.endIndex
      if end != nil { return }
    }
  }

  private func fill() throws(CaptureError) {
    guard !hasEnded else { return }
    position = 0
    if piece.count != Self.pieceSize { piece = [UInt8](repeating: 0, count: Self.pieceSize) }
    let count: Int
    do throws(TimedMetadataError) {
      count = try CaptureBytes.read(source, into: &piece)
    } catch {
      piece = []
      hasEnded = true
      throw CaptureError(error)
    }
    if count < piece.count { piece.removeLast(piece.count - count) }
    hasEnded = count == 0
  }

  /// Fills `bytes` from the front with one read. Returns the number of bytes.
  static func read(
    _ source: any ByteSource,
    into bytes: inout [UInt8]
  ) throws(TimedMetadataError) -> Int {
    var failure: TimedMetadataError?
    let count = bytes.withUnsafeMutableBytes { buffer in
      do throws(TimedMetadataError) {
        return try source.read(into: buffer)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count
  }
}

/// A set of bytes, for a fast search for the first of them.
struct ByteSet: Sendable {
  /// Whether each of the 256 bytes is in the set.
  private let contains: [Bool]

  init(_ bytes: some Sequence<UInt8>) {
    var contains = [Bool](repeating: false, count: 256)
    for byte in bytes { contains[Int(byte)] = true }
    self.contains = contains
  }

  /// All bytes that are not in this set.
  var inverted: ByteSet {
    ByteSet((0...255).filter { !contains[Int($0)] })
  }

  /// The index of the first byte of the set among `bytes`; nil if `bytes` has no such byte.
  func firstIndex(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex { contains[Int($0)] }
  }
}

extension String {
  /// The text without white space at both ends, and without byte order marks at the start.
  var trimmed: String {
    let start = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
