import Glibc

/// A temporary folder that is removed with its last reference.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/id3tap-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw OutputFailure(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    // The path is a file or an empty folder if this succeeds.
    guard Glibc.remove(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// The names in the folder, sorted.
  package var names: [String] { Self.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let handle = opendir(path) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
      )
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  package func content(of name: String) -> String? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  package func write(_ text: String, to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else { throw OutputFailure(number: errno) }
    fputs(text, file)
    fclose(file)
  }
}

private struct OutputFailure: Error { var number: Int32 }
