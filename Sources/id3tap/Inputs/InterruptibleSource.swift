import Glibc
import TimedMetadata

/// A pipe, a terminal or a device: reading may block for ever, so Ctrl-C must be able to end it.
final class InterruptibleSource: ByteSource {
  let name: String
  let size: Int64? = nil
  private let descriptor: Int32
  private let file: FileSource

  /// Reads from a descriptor, which stays open until the process ends.
  init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    file = FileSource(descriptor: descriptor, name: name)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    var watched = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Interruption.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while !Interruption.isRequested {
      let ready = poll(&watched, nfds_t(watched.count), -1)
      if ready < 0, errno == EINTR { continue }
      guard !Interruption.isRequested else { break }
      return try file.read(into: buffer)
    }
    throw TimedMetadataError(
      .cancelled,
      input: name,
      reason: "interrupted",
      remedy: "run the command again"
    )
  }
}

extension InputGroup.Member {
  /// Whether bytes may come slowly, so that rows should be written as they come.
  var isLive: Bool {
    switch self {
    case .standardInput: Self.kind(of: STDIN_FILENO) != S_IFREG
    case .path(let path): Self.isLive(FileName(path))
    case .bytes(let name): Self.isLive(name)
    case .url: true
    }
  }

  /// Opens a file, a pipe or a device.
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
      return InterruptibleSource(descriptor: STDIN_FILENO, name: name)
    case .path(let path):
      guard isLive else { return try FileSource(path: path) }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      // A directory, or what cannot be opened: the file source tells why.
      guard descriptor >= 0, Self.kind(of: descriptor) != S_IFDIR else {
        return try FileSource(path: path)
      }
      return InterruptibleSource(descriptor: descriptor, name: path)
    case .bytes(let path):
      let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
      guard descriptor >= 0 else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "cannot be opened (\(String(cString: strerror(errno)).lowercased()))",
          remedy: "check the path, whose name is not UTF-8, and its permissions"
        )
      }
      return isLive
        ? InterruptibleSource(descriptor: descriptor, name: name)
        : DescriptorSource(owning: descriptor, name: name)
    case .url:
      throw TimedMetadataError(
        .cannotOpen,
        input: name,
        reason: "is not a file",
        remedy: "name a file"
      )
    }
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
