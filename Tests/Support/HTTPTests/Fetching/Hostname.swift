import Glibc

/// The name of this machine.
enum Hostname {
  struct Unknown: Error {}

  static var ofThisMachine: String {
    get throws {
      var buffer = [CChar](repeating: 0, count: 256)
      guard gethostname(&buffer, buffer.count - 1) == 0 else { throw Unknown() }
      return String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
    }
  }
}
