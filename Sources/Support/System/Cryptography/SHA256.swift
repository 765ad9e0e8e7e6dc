import CFFmpeg
import Formats

/// SHA-256 (FIPS 180-4), computed by libavutil.
package enum SHA256 {
  /// The digest of `bytes`: 32 bytes.
  package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var stream = SHA256Stream()
    Array(bytes).withUnsafeBytes { stream.append($0) }
    return stream.digest()
  }

  package static func hexadecimal(of bytes: some Sequence<UInt8>) -> String {
    Hexadecimal.text(of: digest(of: bytes))
  }
}

/// The SHA-256 digest (FIPS 180-4) of bytes that arrive in pieces, computed by libavutil.
package struct SHA256Stream: ~Copyable {
  private let context: OpaquePointer

  package init() {
    guard let context = av_sha_alloc() else {
      preconditionFailure("libavutil could not allocate a SHA-256 context: out of memory")
    }
    let started = av_sha_init(context, 256)
    precondition(started == 0, "libavutil was built without SHA-256")
    self.context = context
  }

  deinit { av_free(UnsafeMutableRawPointer(context)) }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    av_sha_update(context, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
  }

  /// Ends the stream and returns the digest of all bytes.
  consuming func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(context, &digest)
    return digest
  }

  /// Ends the stream and returns the digest as 64 lower-case hexadecimal digits.
  package consuming func hexadecimal() -> String { Hexadecimal.text(of: digest()) }
}
