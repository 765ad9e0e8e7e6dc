import Glibc

/// A folder that files are written to, by names relative to it with `/` between folder and file.
package final class OutputFolder {
  private let path: String
  /// Whether only the owner can read what is made here.
  private let isPrivate: Bool
  private var knownFolders = Set<String>()
  /// Files that are being added to.
  private var growing: [String: OutputDestination] = [:]

  /// The folder at `path`, which is made when it is missing, with the folders above it.
  package init(_ path: String, isPrivate: Bool = false) throws(OutputError) {
    self.path = path
    self.isPrivate = isPrivate
    try makeFolder(path)
  }

  /// Puts a file in place as a whole: readers see the old content or the new one.
  package func write(_ bytes: [UInt8], to name: String) throws(OutputError) {
    let destination = try makeFile(name)
    try destination.append { $0 += bytes }
    try destination.commit()
  }

  /// Adds to a file, which appears under its name at `close`.
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

  /// Ends a file that was added to.
  package func close(_ name: String) throws(OutputError) {
    try growing.removeValue(forKey: name)?.commit()
  }

  /// Takes a file away; one that is missing already is not an error.
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

  /// The path of a file in a folder that is made when it is missing.
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
