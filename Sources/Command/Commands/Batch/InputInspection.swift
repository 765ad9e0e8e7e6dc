import Glibc
import ResultsStore
import System

/// Checks whether an input has changed, without parsing it.
enum InputInspection {
  /// The identity of an input before it is read; with `hashes` a file's hash, for which it is read one more
  /// time.
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

  /// When a file was last written, in nanoseconds since 1970.
  static func modified(_ status: stat) -> Int64 {
    Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// Nil when the file cannot be read: reading it will report why.
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
