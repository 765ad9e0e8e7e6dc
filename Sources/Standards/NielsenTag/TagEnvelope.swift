/// The 22 bytes around a payload that make it a Nielsen tag of 271 bytes.
///
/// ```
///  offset 0        3       5    6             10          14            18      20                                   269   270
///         +--------+-------+----+-------------+-----------+-------------+-------+------------------------------------+-----+-----+
///         | I D 3  | 04 00 | 20 | 00 00 02 05 |  P R I V  | 00 00 01 7B | 00 00 |  owner identifier, 249 characters  |  00 |  41 |
///         +--------+-------+----+-------------+-----------+-------------+-------+------------------------------------+-----+-----+
///          file id   2.4.0   fl     size 261     frame id     size 251    flags       "www.nielsen.com/ ... /00"       NUL   "A"
///         |<-------- tag header: 10 --------->|<------ frame header: 10 ------->|<-------------- frame body: 251 --------------->|
/// ```
///
/// The flag is "experimental" (ID3v2.4.0 structure, section 3.1), sizes are synchsafe, and the one
/// byte of private data (ID3v2.4.0 frames, section 4.27) is a dummy.
public enum TagEnvelope {
  /// The number of bytes of a tag.
  public static let tagByteCount = 271

  /// The ten bytes of the tag header and the ten of the frame header.
  public static let header: [UInt8] = [
    0x49, 0x44, 0x33, 0x04, 0x00, 0x20, 0x00, 0x00, 0x02, 0x05,
    0x50, 0x52, 0x49, 0x56, 0x00, 0x00, 0x01, 0x7b, 0x00, 0x00,
  ]

  /// The three bytes that every ID3 tag starts with: `ID3`.
  public static var fileID: ArraySlice<UInt8> { header.prefix(3) }

  /// The NUL that ends the owner identifier and the byte of private data.
  public static let trailer: [UInt8] = [0x00, 0x41]

  /// The tag around a payload; nil when the payload does not have 249 bytes.
  public static func tag(payload: some Collection<UInt8>) -> [UInt8]? {
    guard payload.count == NielsenPayload.byteCount else { return nil }
    return header + payload + trailer
  }
}
