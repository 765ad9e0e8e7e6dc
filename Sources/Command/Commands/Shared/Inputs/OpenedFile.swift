import Glibc
import TimedMetadata

extension InputGroup.Member {
  /// Whether bytes may arrive slowly, so that each row should be written immediately.
  var isLive: Bool {
    switch self {
    case .standardInput: Self.kind(of: STDIN_FILENO) != S_IFREG
    case .path(let path): Self.isLive(FileName(path))
    case .bytes(let name): Self.isLive(name)
    case .url: true
    case .joined: false
    }
  }

  /// Opens a file, a pipe or a device, or joins segments.
  func openFile() throws(TimedMetadataError) -> any ByteSource {
    switch self {
    case .standardInput:
      guard fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE != O_WRONLY else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "standard input is closed",
          remedy: "pipe a stream into it, or name a file"
        )
      }
      return FileSource(
        descriptor: STDIN_FILENO,
        name: name,
        waitToRead: Interruption.waitToRead
      )
    case .path(let path):
      guard isLive else { return try FileSource(path: path) }
      let descriptor = Self.openWithoutWaiting(FileName(path))
      // `FileSource` reports why a directory, or a path that cannot be opened, is not read.
      guard descriptor >= 0, Self.kind(of: descriptor) != S_IFDIR else {
        return try FileSource(path: path)
      }
      return FileSource(
        descriptor: descriptor,
        name: path,
        ownsDescriptor: true,
        waitToRead: Interruption.waitToRead
      )
    case .bytes(let path):
      let descriptor = Self.openWithoutWaiting(path)
      guard descriptor >= 0 else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "cannot be opened (\(String(cString: strerror(errno)).lowercased()))",
          remedy: "check the path (its name is not UTF-8) and its permissions"
        )
      }
      return FileSource(
        descriptor: descriptor,
        name: name,
        ownsDescriptor: true,
        waitToRead: isLive ? Interruption.waitToRead : nil
      )
    case .joined(let segments): return JoinedSource(segments)
    case .url:
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "is not a file",
        remedy: "name a file"
      )
    }
  }

  /// Opens a file for reading. For a named pipe, the function does not wait for a writer, because nothing could
  /// interrupt the wait. The first read waits instead.
  static func openWithoutWaiting(_ path: FileName) -> Int32 {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0, errno == EWOULDBLOCK {
      // Another process has a lease on the file. A blocking open waits until the lease is given up (fcntl(2),
      // F_SETLEASE).
      return path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    }
    if descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }
    return descriptor
  }

  private static func isLive(_ path: FileName) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func kind(of descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
