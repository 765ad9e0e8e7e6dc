/// Reads a resource as bytes.
final class ResourceByteSource: ByteSource {
  let name: String
  let size: Int64? = nil
  private let resource: any Resource

  init(_ resource: any Resource, name: String, isCancelled: @escaping () -> Bool) {
    self.resource = resource
    self.name = name
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    do {
      return try resource.read(into: buffer)
    } catch {
      throw TimedMetadataError(error)
    }
  }
}

final class DecryptingByteSource: ByteSource {
  let name = ""
  let size: Int64? = nil
  init(_ source: any ByteSource, key: [UInt8], initializationVector: [UInt8]) {}
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int { 0 }
  static func decrypt(_ bytes: [UInt8], key: [UInt8], initializationVector: [UInt8])
    throws(TimedMetadataError) -> [UInt8]
  { [] }
}
