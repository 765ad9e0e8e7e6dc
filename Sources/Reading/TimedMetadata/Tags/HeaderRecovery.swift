import Formats
import ID3
import NielsenTag

/// Restores tag headers that a repackager removed by mistake. FFmpeg before 6.1 drops the first five bytes of every PES
/// payload with stream_type 0x15; a stream that passed through such a version twice has lost all ten bytes.
enum HeaderRecovery {
  /// Restores the header of a tag that lacks its first five or ten bytes; nil for any other payload.
  static func restore(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    restoreFiveBytes(payload) ?? restoreTenBytes(payload)
  }

  /// The number of bytes that `restore` adds to a payload that it can restore: 5 or 10.
  static func missingBytes(in payload: ArraySlice<UInt8>) -> Int {
    restoreFiveBytes(payload) == nil ? 10 : 5
  }

  /// Restores a tag whose identifier and version are missing: the payload begins with the flags, the synchsafe size and
  /// a frame.
  private static func restoreFiveBytes(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    guard payload.count >= 5 + 10, let flags = payload.first, flags & 0x0F == 0 else { return nil }
    let frames = payload.dropFirst(5)
    guard isFrameID(frames.prefix(4)) else { return nil }
    for version: UInt8 in [4, 3] {
      let bytes = [0x49, 0x44, 0x33, version, 0] + payload
      guard let header = ID3Header(bytes.prefix(ID3Header.byteCount)),
        header.tagSize <= bytes.count,
        bytes[header.tagSize...].allSatisfy({ $0 == 0 })
      else { continue }
      let isWalkable = walks(frames.prefix(header.bodySize), synchsafe: version == 4)
      if isWalkable || version == 3 {
        let version: UInt8 = isWalkable ? version : 4
        return [0x49, 0x44, 0x33, version, 0] + payload.prefix(header.tagSize - 5)
      }
    }
    return nil
  }

  /// Restores a tag whose whole header is missing: the payload is a PRIV frame, and the size of the frame determines
  /// the size of the tag.
  private static func restoreTenBytes(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
    guard payload.starts(with: "PRIV".utf8), payload.count > 10 else { return nil }
    let size = payload.dropFirst(4).prefix(4)
    guard size.allSatisfy({ $0 < 0x80 }) else { return nil }
    let frameSize = 10 + size.reduce(0) { $0 << 7 | Int($1) }
    guard frameSize > 10, frameSize <= payload.count else { return nil }
    let frame = payload.prefix(frameSize)
    let isNielsen = frame.dropFirst(10).starts(with: NielsenPayload.ownerPrefix.utf8)
    // The flags are lost. A Nielsen tag always has the flags 0x20; other tags rarely have flags.
    let flags: UInt8 = isNielsen ? TagEnvelope.header[5] : 0
    let synchsafe = [21, 14, 7, 0].map { UInt8(frameSize >> $0 & 0x7F) }
    return [0x49, 0x44, 0x33, 4, 0, flags] + synchsafe + frame
  }

  private static func isFrameID(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 4
      && bytes.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || $0.isDigit
      }
  }

  /// Whether `body` consists of consecutive frames, followed only by zeros.
  private static func walks(_ body: ArraySlice<UInt8>, synchsafe: Bool) -> Bool {
    var rest = body
    while rest.count >= 10, rest.first != 0 {
      guard isFrameID(rest.prefix(4)) else { return false }
      let size = rest.dropFirst(4).prefix(4)
      if synchsafe, size.contains(where: { $0 >= 0x80 }) { return false }
      let length = size.reduce(0) { $0 << (synchsafe ? 7 : 8) | Int($1) }
      guard length <= rest.count - 10 else { return false }
      rest = rest.dropFirst(10 + length)
    }
    return rest.allSatisfy { $0 == 0 }
  }
}
