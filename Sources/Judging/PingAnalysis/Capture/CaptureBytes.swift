import Formats
import TimedMetadata

/// Reads the bytes of a capture in order, with at most one piece of the input in memory.
final class CaptureBytes {
  private static let pieceSize = 64 << 10

  let name: String
  private let source: any ByteSource
  private var piece: [UInt8]
  private var position = 0
  private var hasEnded = false
  /// The line number of the next byte, from 1.
  private(set) var line = 1

  /// Creates a reader. `head` holds the bytes that were already read from `source`.
  init(_ source: any ByteSource, head: [UInt8] = []) {
    self.source = source
    name = source.name
    piece = head
  }

  /// Returns the next byte without consuming it. Nil at the end of the capture.
  func peek() throws(CaptureError) -> UInt8? {
    if position < piece.count { return piece[position] }
    try fill()
    return position < piece.count ? piece[position] : nil
  }

  /// Consumes and returns the next byte. Nil at the end of the capture.
  func next() throws(CaptureError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  /// Consumes all bytes before the first byte in `ends`, and appends them to `text` until it has `limit` bytes. `ends`
  /// must contain the line feed, because line feeds are counted only when `next` consumes them.
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

/// A set of byte values, for fast searches.
struct ByteSet: Sendable {
  private let contains: [Bool]

  init(_ bytes: some Sequence<UInt8>) {
    var contains = [Bool](repeating: false, count: 256)
    for byte in bytes { contains[Int(byte)] = true }
    self.contains = contains
  }

  var inverted: ByteSet {
    ByteSet((0...255).filter { !contains[Int($0)] })
  }

  /// The index of the first byte that is in the set. Nil if `bytes` has none of them.
  func firstIndex(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex { contains[Int($0)] }
  }
}

extension String {
  /// The text without white space at both ends and without a byte order mark at the start.
  var trimmed: String {
    let start = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
