import Glibc

/// Writes to file descriptors without a buffer.
package enum DescriptorWriter {
  /// Writes all bytes, even if signals interrupt the writing. Returns false if writing failed; `errno` has the reason.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
