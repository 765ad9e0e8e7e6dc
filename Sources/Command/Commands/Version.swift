import CFFmpeg
import Documents

/// The output of `--version`.
enum Version {
  /// The version of id3tap (semantic versioning).
  static let id3tap = ToolVersion.id3tap

  /// id3tap's version and that of the libavformat found at run time.
  static var text: String { "id3tap \(id3tap) (libavformat \(libavformat))" }

  private static var libavformat: String {
    let number = avformat_version()
    return "\(number >> 16).\(number >> 8 & 255).\(number & 255)"
  }
}
