import TransportStream

/// ID3v2.4 tags other than Nielsen's: those that packed audio needs, and those of some faults.
enum ID3Bytes {
  /// A tag with the given frames.
  static func tag(frames: [[UInt8]]) -> [UInt8] {
    let body = frames.flatMap { $0 }
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(body.count) + body
  }

  /// A frame with the given body.
  static func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + synchsafe(body.count) + [0, 0] + body
  }

  /// A frame of user text in UTF-8.
  static func text(description: String, value: String) -> [UInt8] {
    frame("TXXX", [3] + Array(description.utf8) + [0] + Array(value.utf8) + [0])
  }

  /// A frame of private data.
  static func privateData(owner: String, _ data: [UInt8]) -> [UInt8] {
    frame("PRIV", Array(owner.utf8) + [0] + data)
  }

  /// The tag that packed audio starts with: its PTS at 90 kHz (RFC 8216, 3.4).
  static func timestampTag(pts: Int64) -> [UInt8] {
    let ticks = UInt64(bitPattern: pts & (Timestamp.modulus - 1))
    let bytes = stride(from: UInt64(56), through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: ticks >> $0)
    }
    return tag(frames: [
      privateData(owner: "com.apple.streaming.transportStreamTimestamp", bytes)
    ])
  }

  /// A size of up to 28 bits, seven in each byte (ID3v2.4.0 structure, 6.2).
  static func synchsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0) & 0x7f }
  }
}
