import TimedMetadata

/// Audio frames and tags for tests. The frames have valid headers and zeros after them.
package enum SampleAudio {
  /// An ADTS frame with 1024 samples per block, at 48 kHz unless `frequencyIndex` has another index of the standard's
  /// table.
  package static func adts(size: Int = 64, frequencyIndex: UInt8 = 3, blocks: UInt8 = 1) -> [UInt8]
  {
    let length = UInt16(size)
    let header: [UInt8] = [
      0xFF, 0xF1, 0x40 | frequencyIndex << 2, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8(length & 7) << 5 | 0x1F, 0xFC | (blocks - 1),
    ]
    return header + [UInt8](repeating: 0, count: size - 7)
  }

  package static func adts(count: Int) -> [UInt8] { (0..<count).flatMap { _ in adts() } }

  /// MPEG-1 layer 3, 128 kbit/s, 48 kHz: 384 bytes, 1152 samples.
  package static let mp3: [UInt8] = [0xFF, 0xFB, 0x94, 0x00] + [UInt8](repeating: 0, count: 380)

  /// AC-3, 32 kbit/s, 48 kHz: 128 bytes, 1536 samples.
  package static let ac3: [UInt8] =
    [0x0B, 0x77, 0, 0, 0x00, 0x40, 0x40] + [UInt8](repeating: 0, count: 121)

  /// E-AC-3 at 48 kHz with six blocks, 64 bytes: an independent substream or, with type 1, a substream that depends on
  /// the previous frame.
  package static func eac3(type: UInt8 = 0, substream: UInt8 = 0) -> [UInt8] {
    let header: [UInt8] = [0x0B, 0x77, type << 6 | substream << 3, 31, 0x30, 0x80, 0]
    return header + [UInt8](repeating: 0, count: 57)
  }

  package static let eac3WithDependent = eac3() + eac3(type: 1)

  /// An ID3 tag with one PRIV frame.
  package static func tag(_ owner: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(owner.utf8) + [0] + data
    let size = body.count
    let frame = Array("PRIV".utf8) + synchsafe(size) + [0, 0] + body
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frame.count) + frame
  }

  /// An ID3 tag with the 90 kHz timestamp of an HLS packed audio segment.
  package static func stamp(_ value: UInt64) -> [UInt8] {
    tag(
      TransportStreamTimestamp.owner,
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    )
  }

  package static func synchsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  }
}
