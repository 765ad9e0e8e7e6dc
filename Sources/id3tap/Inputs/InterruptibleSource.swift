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
    case .standardInput: !Self.isRegular(STDIN_FILENO)
    case .path(let path):
      {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
      }()
    }
  }

  /// Opens the input.
  func open() throws(TimedMetadataError) -> any ByteSource {
    switch self {
    case .standardInput:
      return InterruptibleSource(descriptor: STDIN_FILENO, name: name)
    case .path(let path):
      guard isLive else { return try FileSource(path: path) }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      // A directory, or what cannot be opened: the file source tells why.
      guard descriptor >= 0, !Self.isDirectory(descriptor) else {
        return try FileSource(path: path)
      }
      return InterruptibleSource(descriptor: descriptor, name: path)
    }
  }

  private static func isRegular(_ descriptor: Int32) -> Bool { kind(of: descriptor) == S_IFREG }

  private static func isDirectory(_ descriptor: Int32) -> Bool { kind(of: descriptor) == S_IFDIR }

  private static func kind(of descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
