import Glibc
import TimedMetadata

/// A pipe, a terminal or a device: reading may block for ever, so Ctrl-C and a timeout must be able to
/// end it.
final class InterruptibleSource: ByteSource {
  let name: String
  let size: Int64? = nil
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let file: FileSource
  private let cancellation: Cancellation

  /// Reads from a descriptor, which is closed at the end when it is owned.
  init(
    descriptor: Int32,
    name: String,
    ownsDescriptor: Bool = true,
    _ cancellation: Cancellation
  ) {
    self.name = name
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.cancellation = cancellation
    file = FileSource(descriptor: descriptor, name: name)
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard cancellation.waitToRead(descriptor) else {
      throw TimedMetadataError(
        .cancelled,
        input: name,
        reason: "interrupted",
        remedy: "run the command again"
      )
    }
    return try file.read(into: buffer)
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
    case .joined: false
    }
  }

  /// Opens a file, a pipe or a device.
  func openFile(_ cancellation: Cancellation = .interruption) throws(TimedMetadataError)
    -> any ByteSource
  {
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
      return InterruptibleSource(
        descriptor: STDIN_FILENO,
        name: name,
        ownsDescriptor: false,
        cancellation
      )
    case .path(let path):
      guard isLive else { return try FileSource(path: path) }
      let descriptor = Self.openWithoutWaiting(FileName(path))
      // A directory, or what cannot be opened: the file source reports why.
      guard descriptor >= 0, Self.kind(of: descriptor) != S_IFDIR else {
        return try FileSource(path: path)
      }
      return InterruptibleSource(descriptor: descriptor, name: path, cancellation)
    case .bytes(let path):
      let descriptor = Self.openWithoutWaiting(path)
      guard descriptor >= 0 else {
        throw TimedMetadataError(
          .cannotOpen,
          input: name,
          reason: "cannot be opened (\(String(cString: strerror(errno)).lowercased()))",
          remedy: "check the path, whose name is not UTF-8, and its permissions"
        )
      }
      return isLive
        ? InterruptibleSource(descriptor: descriptor, name: name, cancellation)
        : DescriptorSource(owning: descriptor, name: name)
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

  /// Opens for reading. A named pipe would wait for its writer where nothing could end the waiting: the
  /// first read will wait instead.
  static func openWithoutWaiting(_ path: FileName) -> Int32 {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0, errno == EWOULDBLOCK {
      // A file server has a lease on the file, and has to give it up within a time (fcntl(2), F_SETLEASE).
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
