import ID3
import NielsenTag

/// Cuts bytes that carry ID3 into tags, damaged ones as far as they can be recognised.
struct TagScanner: Sequence, IteratorProtocol {
  /// What stands in the bytes.
  enum Element: Equatable {
    /// So many other bytes in front of the first tag.
    case gap(Int)
    /// A whole tag.
    case tag(ArraySlice<UInt8>)
    /// The rest of the bytes: a tag that declares more.
    case cut(ArraySlice<UInt8>, declaredSize: Int)
    /// Something else than zeros behind the tag before.
    case trailing(ArraySlice<UInt8>)
    /// The only tag: its header was lost and put together again.
    case restored([UInt8])
    /// A Nielsen payload without the tag around it.
    case payload(ArraySlice<UInt8>)
  }

  /// How far behind a tag, or into the bytes, an ID3 header is looked for.
  static let searchLimit = 256

  private var rest: ArraySlice<UInt8>
  private var payloads: [ArraySlice<UInt8>] = []
  private var isBehindTag = false

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The header that `bytes` start with.
  static func header(_ bytes: ArraySlice<UInt8>) -> ID3Header? {
    ID3Header(bytes.prefix(ID3Header.byteCount))
  }

  mutating func next() -> Element? {
    if !payloads.isEmpty { return .payload(payloads.removeFirst()) }
    if let header = Self.header(rest) {
      isBehindTag = true
      guard header.tagSize <= rest.count else {
        defer { rest = [] }
        return .cut(rest, declaredSize: header.tagSize)
      }
      defer { rest = rest.dropFirst(header.tagSize) }
      return .tag(rest.prefix(header.tagSize))
    }
    if rest.allSatisfy({ $0 == 0 }) { return nil }
    if let start = nextHeader {
      defer { rest = rest[start...] }
      return isBehindTag ? .trailing(rest[..<start]) : .gap(start - rest.startIndex)
    }
    defer { rest = [] }
    if isBehindTag { return .trailing(rest) }
    if let restored = HeaderRecovery.restore(rest) { return .restored(restored) }
    payloads = NielsenPayload.occurrences(in: rest).map {
      rest[(rest.startIndex + $0.lowerBound)..<(rest.startIndex + $0.upperBound)]
    }
    return payloads.isEmpty ? nil : .payload(payloads.removeFirst())
  }

  /// Where the next ID3 header stands behind the first byte, within the search limit.
  private var nextHeader: Int? {
    rest.indices.dropFirst().prefix(Self.searchLimit).first {
      rest[$0] == UInt8(ascii: "I") && Self.header(rest[$0...]) != nil
    }
  }
}
