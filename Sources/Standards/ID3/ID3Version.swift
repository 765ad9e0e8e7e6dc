/// The version of a tag's structure, as its header names it (ID3v2.4.0 structure, section 3.1).
public struct ID3Version: Sendable, Hashable, CustomStringConvertible {
  /// Major version: 2, 3 or 4.
  public var major: UInt8
  /// Revision of the major version: 0 in every published version, never 255.
  public var revision: UInt8

  /// Makes the version `2.<major>.<revision>`.
  public init(major: UInt8, revision: UInt8 = 0) {
    self.major = major
    self.revision = revision
  }

  /// ID3v2.2.0: three-letter frame identifiers, no frame flags.
  public static let v22 = ID3Version(major: 2)
  /// ID3v2.3.0: plain frame sizes.
  public static let v23 = ID3Version(major: 3)
  /// ID3v2.4.0: synchsafe frame sizes, footer, UTF-8.
  public static let v24 = ID3Version(major: 4)

  /// The usual form, such as `2.4.0`.
  public var description: String { "2.\(major).\(revision)" }
}
