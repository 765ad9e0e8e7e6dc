import FuzzDriver

@testable import TimedMetadata

/// Parses bytes as packed audio: alone, after two audio frames, or as a description of frames and tags in several
/// segments. Input in pieces must give the same events as whole input.
@main
enum FuzzPackedAudio {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func check(_ parts: [[UInt8]]) {
    let parsed = Parsed.checked(parts) { PackedAudioParser(options: ReaderOptions()) }
    let total = parts.reduce(0) { $0 + $1.count }
    var end: Int64 = 0
    for tag in parsed.tags {
      guard let offset = tag.offset, offset >= end else { Fuzzer.fail("tags overlap") }
      end = offset + Int64(tag.bytes.count)
      if let time = tag.time, time < 0 { Fuzzer.fail("a tag before the first frame") }
    }
    if end > total { Fuzzer.fail("a tag ends after the input") }
  }

  static let frame: [UInt8] =
    [0xFF, 0xF1, 0x4C, 0x80, 0x02, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 9)

  /// An ID3 header without the last byte of its size.
  static let tagStart: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0]
  /// The header of a PRIV frame with a body of 53 bytes, and the owner identifier of Apple's time stamp.
  static let timestampStart: [UInt8] =
    Array("PRIV".utf8) + [0, 0, 0, 53, 0, 0]
    + Array("com.apple.streaming.transportStreamTimestamp\0".utf8)

  /// The segments that the bytes describe, with audio frames, tags and time stamps.
  static func described(by input: ArraySlice<UInt8>) -> [[UInt8]] {
    var parts = [frame + frame]
    var rest = input
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    while let kind = rest.popFirst() {
      switch kind {
      case 0..<64: parts[parts.count - 1] += frame
      case 64..<128:
        let body = take(Int(kind) - 64)
        parts[parts.count - 1] += tagStart + [UInt8(body.count)]
        parts[parts.count - 1] += body
      case 128..<160:
        let stamp = take(8)
        parts[parts.count - 1] += tagStart + [63] + timestampStart
        parts[parts.count - 1] += [UInt8](repeating: 0, count: 8 - stamp.count)
        parts[parts.count - 1] += stamp
      case 160..<176: parts.append([])
      default: parts[parts.count - 1] += take(Int(kind) - 170)
      }
    }
    return parts
  }
}

/// Checks one input. The first byte determines how the other bytes are used.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let rest = input.dropFirst()
  switch mode % 3 {
  case 0: FuzzPackedAudio.check([FuzzPackedAudio.frame + FuzzPackedAudio.frame + rest])
  case 1: FuzzPackedAudio.check(FuzzPackedAudio.described(by: rest))
  default: FuzzPackedAudio.check([Array(rest)])
  }
  return 0
}
