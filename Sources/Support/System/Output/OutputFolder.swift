import Glibc

/// A folder for output files. File names are relative to it and may contain `/`.
package final class OutputFolder {
  private let path: String
  /// Whether only the owner can read the created files and folders.
  private let isPrivate: Bool
  private var knownFolders = Set<String>()
  /// The files that `append` has begun and `close` has not completed, by name.
  private var growing: [String: OutputDestination] = [:]

  /// The folder at `path`. The folder and its parents are created if they are missing.
  package init(_ path: String, isPrivate: Bool = false) throws(OutputError) {
    self.path = path
    self.isPrivate = isPrivate
    try makeFolder(path)
  }

  /// Writes a whole file atomically: readers see either the old or the new content.
  package func write(_ bytes: [UInt8], to name: String) throws(OutputError) {
    let destination = try makeFile(name)
    try destination.append { $0 += bytes }
    try destination.commit()
  }

  /// Appends to a file, which gets its final name at `close`.
  package func append(_ bytes: [UInt8], to name: String) throws(OutputError) {
    let destination: OutputDestination
    if let open = growing[name] {
      destination = open
    } else {
      destination = try makeFile(name)
      growing[name] = destination
    }
    try destination.append { $0 += bytes }
  }

  package func close(_ name: String) throws(OutputError) {
    try growing.removeValue(forKey: name)?.commit()
  }

  /// Removes a file; a file that is already missing is not an error.
  package func remove(_ name: String) throws(OutputError) {
    let file = "\(path)/\(name)"
    guard unlink(file) == 0 || errno == ENOENT else {
      throw OutputError(.cannotWrite, destination: file, systemError: errno)
    }
  }

  private func makeFile(_ name: String) throws(OutputError) -> OutputDestination {
    let destination = try OutputDestination.file(try makePath(name))
    if isPrivate { fchmod(destination.descriptor, 0o600) }
    return destination
  }

  /// The path of a file, whose parent folder is created if it is missing.
  private func makePath(_ name: String) throws(OutputError) -> String {
    let file = "\(path)/\(name)"
    if let end = file.lastIndex(of: "/") { try makeFolder(String(file[..<end])) }
    return file
  }

  private func makeFolder(_ folder: String) throws(OutputError) {
    guard !knownFolders.contains(folder) else { return }
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    var status = mkdir(folder, mode)
    if status != 0, errno == ENOENT, let end = folder.lastIndex(of: "/"), end > folder.startIndex {
      try makeFolder(String(folder[..<end]))
      status = mkdir(folder, mode)
    }
    guard status == 0 || errno == EEXIST else {
      throw OutputError(.cannotCreateFolder, destination: folder, systemError: errno)
    }
    knownFolders.insert(folder)
  }
}
