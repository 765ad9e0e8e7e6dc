/// The content of an APIC frame (ID3v2.4.0 frames, section 4.14), or PIC in version 2.2.
public struct ID3Picture: Sendable, Hashable {
  /// Encoding of the description.
  public var encoding: ID3TextEncoding
  /// MIME type, ISO-8859-1; in version 2.2 a format of three characters such as `JPG`.
  public var mimeType: String
  /// The type of the picture: 0 other, 3 front cover and so on.
  public var type: UInt8
  /// A short description.
  public var description: String
  /// The picture file, which is not decoded.
  public var data: [UInt8]

  /// Bytes of the picture file.
  public var byteCount: Int { data.count }

  /// Makes a picture with the given parts.
  public init(
    encoding: ID3TextEncoding,
    mimeType: String,
    type: UInt8,
    description: String,
    data: [UInt8]
  ) {
    self.encoding = encoding
    self.mimeType = mimeType
    self.type = type
    self.description = description
    self.data = data
  }
}
