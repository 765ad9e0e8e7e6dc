import CFFmpeg
import Formats

/// SHA-256 (FIPS 180-4), computed by libavutil.
package enum SHA256 {
  /// The digest of `bytes`: 32 bytes.
  package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    var output = [UInt8](repeating: 0, count: 32)
    guard let context = av_sha_alloc() else {
      preconditionFailure("libavutil could not allocate a SHA-256 context: out of memory")
    }
    defer { av_free(UnsafeMutableRawPointer(context)) }
    let started = av_sha_init(context, 256)
    precondition(started == 0, "libavutil was built without SHA-256")
    input.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, $0.count) }
    output.withUnsafeMutableBufferPointer { av_sha_final(context, $0.baseAddress) }
    return output
  }

  /// The digest of `bytes` as 64 lower-case hexadecimal digits.
  package static func hexadecimal(of bytes: some Sequence<UInt8>) -> String {
    Hexadecimal.text(of: digest(of: bytes))
  }
}
