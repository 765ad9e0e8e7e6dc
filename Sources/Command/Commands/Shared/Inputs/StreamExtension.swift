/// The extensions of files that are meant to hold a stream or a playlist.
enum StreamExtension {
  private static let all: Set<String> = [
    "ts", "m2ts", "m2t", "mts", "mpegts", "tp", "trp", "mp4", "m4s", "m4v", "m4a", "cmfv", "cmfa",
    "cmft", "aac", "ac3", "ec3", "eac3", "mp3", "m3u8", "mpd",
  ]

  /// Whether a file's name, with or without a path, ends in one.
  static func ends(_ name: String) -> Bool {
    let file = name.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8
    guard let dot = file.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return all.contains(String(Substring(file[file.index(after: dot)...])).lowercased())
  }
}
