import Glibc
import Presentation
import Records
import System

/// Identifies the state of an input. A batch uses it to detect changed inputs.
enum InputInspection {
  /// The identity of an input. For a playlist it includes a ``PlaylistFingerprint``. For any other file it includes the
  /// file's hash if `hashes` is true; the file is then read an additional time.
  static func identity(
    of member: InputGroup.Member,
    hashes: Bool
  ) -> InputIdentity {
    switch member {
    case .url(let url):
      return InputIdentity(
        kind: url.kind == .web ? .url : .feed,
        sha256: url.hidesValues ? SHA256.hexadecimal(of: url.identity.utf8) : nil
      )
    case .standardInput, .joined: return InputIdentity(kind: .pipe)
    case .path(let path): return identity(of: FileName(path), hashes)
    case .bytes(let name): return identity(of: name, hashes)
    }
  }

  private static func identity(
    of name: FileName,
    _ hashes: Bool
  ) -> InputIdentity {
    var status = stat()
    guard name.withCString({ stat($0, &status) }) == 0 else { return InputIdentity(kind: .file) }
    guard status.st_mode & S_IFMT == S_IFREG else { return InputIdentity(kind: .pipe) }
    let sha256 =
      if let playlist = PlaylistFamilies.playlist(at: name) {
        PlaylistFingerprint(name, hashes: hashes).sha256(of: playlist)
      } else if hashes {
        hash(name)
      } else {
        String?.none
      }
    return InputIdentity(
      kind: .file,
      size: Int64(status.st_size),
      modified: modified(status),
      sha256: sha256
    )
  }

  /// The modification time of a file, in nanoseconds since 1970.
  static func modified(_ status: stat) -> Int64 {
    Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// The SHA-256 of a file, in hexadecimal. Nil if the task is cancelled or the file cannot be read. The batch reports
  /// the error when it opens the file as an input.
  static func hash(_ name: FileName) -> String? {
    let descriptor = name.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
    defer { chunk.deallocate() }
    var digest = SHA256Stream()
    while !Task.isCancelled {
      let count = read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return digest.hexadecimal() }
      digest.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    return nil
  }
}

/// Detects whether a local playlist, or a local file that it refers to, has changed: the media playlists
/// of a multivariant playlist, segments, maps and keys.
struct PlaylistFingerprint {
  /// The maximum number of files that are checked: enough for a month of 6-second segments.
  private static let capacity = 500_000

  private let name: FileName
  private let hashes: Bool
  /// The folder of the playlist. Files elsewhere are not hashed.
  private let folder: ArraySlice<UInt8>

  /// If `hashes` is true, files in the playlist's folder are compared by their bytes. Other files are compared by their
  /// sizes and modification times.
  init(_ name: FileName, hashes: Bool) {
    self.name = name
    self.hashes = hashes
    let path = FileURL.path(in: FileURL.text(of: name.bytes)) ?? name.bytes
    folder = path[...(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
  }

  /// A digest of the playlist and of at most `capacity` local files that it refers to. Empty if the task is cancelled.
  func sha256(of playlist: PlaylistFamilies.Family) -> String {
    var digest = SHA256Stream()
    var seen: Set<String> = []
    Self.append(words(for: name), to: &digest)
    var queue = playlist.parts
    var index = 0
    while index < queue.count, index < Self.capacity {
      // An incomplete digest must not match a complete one.
      if Task.isCancelled { return "" }
      defer { index += 1 }
      guard seen.insert(queue[index]).inserted, let path = FileURL.path(in: queue[index]) else {
        continue
      }
      let part = FileName(path)
      Self.append(words(for: part), to: &digest)
      guard playlist.isMultivariant, queue.count < Self.capacity,
        let media = PlaylistFamilies.playlist(at: part)
      else {
        continue
      }
      queue += media.parts
    }
    return digest.hexadecimal()
  }

  private static func append(_ words: String, to digest: inout SHA256Stream) {
    Array(words.utf8).withUnsafeBytes { digest.append($0) }
  }

  private func words(for file: FileName) -> String {
    var status = stat()
    guard file.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return "missing\n"
    }
    let isOwn = file == name || file.bytes.starts(with: folder)
    if hashes, isOwn, status.st_size > 0 {
      return (InputInspection.hash(file) ?? "unreadable") + "\n"
    }
    return "\(status.st_size) \(hashes && isOwn ? 0 : InputInspection.modified(status))\n"
  }
}
