import Glibc
import TimedMetadata

/// An open file, which is closed at the end.
final class DescriptorSource: ByteSource {
  let name: String
  let size: Int64?
  private let descriptor: Int32
  private let file: FileSource

  /// Takes over a descriptor.
  init(owning descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isRegular ? Int64(status.st_size) : nil
    file = FileSource(descriptor: descriptor, name: name)
  }

  deinit { close(descriptor) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    try file.read(into: buffer)
  }
}
