import System

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file, a pipe, a terminal or a device, read with `read(2)`; a large file is read with `pread(2)`.
public final class FileSource: ByteSource, Sendable {
  /// The input as the user named it.
  public let name: String
  /// The size in bytes; nil if the input is not a regular file, or if the source does not own its descriptor.
  public let size: Int64?
  let descriptor: Int32
  private let ownsDescriptor: Bool
  private let waitToRead: (@Sendable (Int32) -> Bool)?

  /// Opens the file at `path`.
  /// - Throws: `cannotOpen` or `isDirectory`.
  public init(path: String) throws(TimedMetadataError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let failure = errno
    guard descriptor >= 0 else {
      throw TimedMetadataError(
        .cannotOpen,
        input: path,
        reason: Self.words(for: failure),
        remedy: Self.remedy(for: failure)
      )
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw TimedMetadataError(
        .isDirectory,
        input: path,
        reason: "is a directory",
        remedy: "name the files in it"
      )
    }
    name = path
    size = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    self.descriptor = descriptor
    ownsDescriptor = true
    waitToRead = nil
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  /// Reads from an open file descriptor, such as standard input (0).
  /// - Parameters:
  ///   - descriptor: The descriptor. If the source owns the descriptor, no other code may read from it, it is closed
  ///     when the source is released, and `size` is known for a regular file.
  ///   - name: The input as the user named it.
  ///   - ownsDescriptor: Whether the source owns the descriptor.
  ///   - waitToRead: Waits until the descriptor can be read without blocking, and returns false if reading was
  ///     cancelled. Nil means that each read may block.
  public init(
    descriptor: Int32,
    name: String,
    ownsDescriptor: Bool = false,
    waitToRead: (@Sendable (Int32) -> Bool)? = nil
  ) {
    self.name = name
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.waitToRead = waitToRead
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = ownsDescriptor && isRegular ? Int64(status.st_size) : nil
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Reads up to `buffer.count` bytes, and returns the number read; 0 at the end.
  /// - Throws: `cannotRead`; `cancelled` if waiting for bytes was cancelled.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    if let waitToRead, !waitToRead(descriptor) {
      throw TimedMetadataError(
        .cancelled,
        input: name,
        reason: "interrupted",
        remedy: "run the command again"
      )
    }
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw readingFailed(errno) }
    }
  }

  /// Fills `buffer` from a position of a regular file, independently of other reads. Returns the number of bytes read;
  /// fewer than requested only at the end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int64
  ) throws(TimedMetadataError) -> Int {
    var filled = 0
    while let start = buffer.baseAddress, filled < buffer.count {
      let count = pread(descriptor, start + filled, buffer.count - filled, off_t(offset) + filled)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw readingFailed(errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The error for a file that could not be read up to the size it had when it was opened.
  func brokeOff() -> TimedMetadataError {
    var status = stat()
    guard let size, fstat(descriptor, &status) == 0, status.st_size < size else {
      return readingFailed(EIO)
    }
    return TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "became shorter while it was read: \(status.st_size) of \(size) bytes are left",
      remedy: "read it again while no program writes to it"
    )
  }

  private func readingFailed(_ number: Int32) -> TimedMetadataError {
    TimedMetadataError(
      .cannotRead,
      input: name,
      reason: "reading failed: \(Self.words(for: number))",
      remedy: "check the disk or the program at the other end of the pipe"
    )
  }

  package static func remedy(for number: Int32) -> String {
    switch number {
    case EACCES, EPERM: return "check the permissions of the file"
    case ELOOP: return "name the file itself, because its symbolic links form a loop"
    case EMFILE, ENFILE: return "raise the limit on open files"
    default: return "check the path"
    }
  }

  package static func words(for number: Int32) -> String {
    switch number {
    case ENOENT: return "no such file"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "is a directory"
    case EMFILE, ENFILE: return "too many open files"
    case ELOOP: return "too many symbolic links"
    default: return SystemError.reason(number)
    }
  }
}
