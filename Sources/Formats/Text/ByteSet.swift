/// A set of bytes, and the search for the first of them. Modules that are compiled without optimization read long texts with it:
/// in this one a byte costs no call.
package struct ByteSet: Sendable {
  /// Whether each of the 256 bytes is in the set.
  private let contains: [Bool]

  /// The set of `bytes`.
  package init(_ bytes: some Sequence<UInt8>) {
    var contains = [Bool](repeating: false, count: 256)
    for byte in bytes { contains[Int(byte)] = true }
    self.contains = contains
  }

  /// All bytes that are not in this set.
  package var inverted: ByteSet {
    ByteSet((0...255).filter { !contains[Int($0)] })
  }

  /// Whether a byte of the set is in the UTF-8 of `text`.
  package func isFound(in text: String) -> Bool {
    text.utf8.contains { contains[Int($0)] }
  }

  /// The place of the first byte of the set among `bytes`; nil when there is none.
  package func firstIndex(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex { contains[Int($0)] }
  }

  /// Adds the bytes of `piece` from `place` up to the first of the set, or up to the end, to `text` until this has `limit`
  /// bytes. Moves `place` there. Returns whether a byte of the set was found.
  package func take(
    from piece: [UInt8],
    at place: inout Int,
    into text: inout [UInt8],
    limit: Int
  ) -> Bool {
    let rest = piece[place...]
    let end = firstIndex(in: rest)
    let taken = rest[..<(end ?? rest.endIndex)]
    text += taken.prefix(max(0, limit - text.count))
    place = taken.endIndex
    return end != nil
  }
}
