import ID3
import NielsenTag

/// Finds the ID3 tags in bytes, including damaged tags that can still be recognized.
struct TagScanner: Sequence, IteratorProtocol {
  enum Element: Equatable {
    /// The number of other bytes before the first tag.
    case gap(Int)
    case tag(ArraySlice<UInt8>)
    /// The rest of the bytes: the beginning of a tag that declares a larger size.
    case cut(ArraySlice<UInt8>, declaredSize: Int)
    /// The rest of the bytes: the first one to nine bytes of an ID3 header.
    case head(ArraySlice<UInt8>)
    /// Bytes after a tag. If only zeros follow up to the end, they are left out.
    case trailing(ArraySlice<UInt8>)
    /// The only tag in the bytes. Its header was lost, and has been restored.
    case restored([UInt8])
    /// A Nielsen payload without a tag around it.
    case payload(ArraySlice<UInt8>)
    /// All of the bytes. No part of a tag was found in them.
    case unknown(ArraySlice<UInt8>)
  }

  /// The number of bytes that are searched for the next ID3 header, from the start of the bytes or the end of a tag.
  static let searchLimit = 256

  private var rest: ArraySlice<UInt8>
  private var payloads: [ArraySlice<UInt8>] = []
  private var isAfterTag = false

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The header at the start of `bytes`; nil if no header starts there.
  static func header(_ bytes: ArraySlice<UInt8>) -> ID3Header? {
    ID3Header(bytes.prefix(ID3Header.byteCount))
  }

  /// Whether `bytes` are an incomplete ID3 header.
  static func isHead(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (1..<ID3Header.byteCount).contains(bytes.count) else { return false }
    // The missing bytes are filled in from the header of a Nielsen tag.
    return ID3Header(Array(bytes) + TagEnvelope.header[bytes.count..<ID3Header.byteCount]) != nil
  }

  mutating func next() -> Element? {
    if !payloads.isEmpty { return .payload(payloads.removeFirst()) }
    if let header = Self.header(rest) {
      isAfterTag = true
      let size = size(of: header)
      guard size <= rest.count else {
        defer { rest = [] }
        return .cut(rest, declaredSize: size)
      }
      defer { rest = rest.dropFirst(size) }
      return .tag(rest.prefix(size))
    }
    if rest.allSatisfy({ $0 == 0 }) { return nil }
    if Self.isHead(rest) {
      defer { rest = [] }
      return .head(rest)
    }
    if let start = nextHeader {
      defer { rest = rest[start...] }
      payloads = Self.payloads(in: rest[..<start])
      return isAfterTag ? .trailing(rest[..<start]) : .gap(start - rest.startIndex)
    }
    defer { rest = [] }
    if !isAfterTag, let restored = HeaderRecovery.restore(rest) { return .restored(restored) }
    payloads = Self.payloads(in: rest)
    if isAfterTag { return .trailing(rest) }
    return payloads.isEmpty ? .unknown(rest) : .payload(payloads.removeFirst())
  }

  private static func payloads(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    NielsenPayload.occurrences(in: bytes).map {
      bytes[(bytes.startIndex + $0.lowerBound)..<(bytes.startIndex + $0.upperBound)]
    }
  }

  /// The size of the tag at the start: the declared size, unless a Nielsen payload extends beyond it. Some encoders
  /// write a plain size instead of a synchsafe one, and thus declare too few bytes.
  private func size(of header: ID3Header) -> Int {
    let declared = header.tagSize
    let next = rest.dropFirst(declared)
    guard !next.allSatisfy({ $0 == 0 }), Self.header(next) == nil,
      let payload = NielsenPayload.occurrences(in: rest.prefix(declared + NielsenPayload.byteCount))
        .first(where: { $0.lowerBound < declared && $0.upperBound > declared })
    else { return declared }
    let plain =
      ID3Header.byteCount + rest.dropFirst(6).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    if (payload.upperBound...rest.count).contains(plain) { return plain }
    let isTrailed = rest.dropFirst(payload.upperBound).starts(with: TagEnvelope.trailer)
    return payload.upperBound + (isTrailed ? TagEnvelope.trailer.count : 0)
  }

  /// The index of the next ID3 header after the first byte; nil if no header is found within the search limit.
  private var nextHeader: Int? {
    rest.indices.dropFirst().prefix(Self.searchLimit).first {
      rest[$0] == UInt8(ascii: "I") && Self.header(rest[$0...]) != nil
    }
  }
}
