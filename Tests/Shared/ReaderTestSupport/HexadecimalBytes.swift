/// The bytes of hexadecimal text.
package func hex(_ text: String) -> [UInt8] {
  stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
    UInt8(text.dropFirst(offset).prefix(2), radix: 16)
  }
}
