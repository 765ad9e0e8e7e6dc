import Records
import TimedMetadata

/// Finds the inputs of a batch and adds them to the run's list in groups, because there may be millions of files.
struct BatchListing {
  private let run: BatchRun
  private let filter: NameFilter
  private let ownFiles: OwnFiles
  /// Called with each error message, which has the input, the reason and the remedy.
  private let problem: (String) -> Void
  /// Inputs that were found but are not yet in the run's list.
  private var waiting: [BatchInput] = []
  private var marks = DistinctURLs()
  /// The complete URLs of the inputs whose names hide secrets, keyed by name. The database stores only the names.
  private(set) var addresses: [[UInt8]: InputURL] = [:]

  private(set) var directories: [FileName] = []
  private var segments = SegmentProposal()
  /// Notices about numbered segments without a playlist, each with the command that checks them as one stream.
  var proposals: [String] {
    segments.notices.map {
      "\($0.words): if they are parts of one stream, not separate recordings, check them as one with: "
        + "id3tap check --join \(FileName.shellWord($0.folder))"
    }
  }

  /// The number of found inputs that are added to the run's list together.
  private static let addedAtOnce = 1000

  init(
    _ run: BatchRun,
    _ filter: NameFilter,
    _ ownFiles: OwnFiles,
    problem: @escaping (String) -> Void
  ) {
    self.run = run
    self.filter = filter
    self.ownFiles = ownFiles
    self.problem = problem
  }

  /// Finds the inputs that the arguments name and adds them to the list.
  /// - Throws: ``ResultsDatabaseError``.
  mutating func add(_ arguments: [String]) throws {
    for argument in FileName.arguments(arguments) where !Interruption.isRequested {
      try InputExpansion.visit(argument) { name, found in try add(name, found) }
    }
    try flush()
  }

  private mutating func add(_ name: FileName, _ found: InputExpansion.Found) throws {
    switch found {
    case .input(let member): try add(member)
    case .directory(let directory): try search(directory)
    case .matches(let names): for name in names { try add(name, InputExpansion.find(name)) }
    case .nothing(let words): problem("\(InputURL.shown(name.text)): \(words)")
    }
  }

  private mutating func add(_ member: InputGroup.Member) throws {
    switch member {
    case .path(let path): try addNamed(FileName(path))
    case .bytes(let name): try addNamed(name)
    case .joined(let segments): for file in segments.files { try addNamed(file) }
    case .standardInput: try add(FileName("-"), .standardInput)
    case .url(let url): try add(url)
    }
  }

  /// Adds a URL. Results are stored under the URL's name, which hides secrets. If several URLs differ only in user,
  /// password or passphrase, only one of them is read.
  private mutating func add(_ url: InputURL) throws {
    let url = marks.marked(url)
    let name = FileName(url.name)
    guard filter.wants(name) else { return }
    // Bytes are compared: strings that Unicode treats as equal may contain different passwords.
    let isOther = addresses[name.bytes].map { !$0.text.utf8.elementsEqual(url.text.utf8) }
    if isOther == false { return }
    if isOther == true {
      // Adding the earlier URL to the list may show that the earlier URL must also be refused.
      try flush()
      if addresses[name.bytes] != nil { return refuse(url.name) }
    }
    if !url.text.utf8.elementsEqual(url.name.utf8) { addresses[name.bytes] = url }
    try add(name, .url)
  }

  private func refuse(_ name: String) {
    problem(
      "\(name): differs from an earlier input only in hidden parts, such as a password: read it in "
        + "another batch with another --db"
    )
  }

  private mutating func addNamed(_ name: FileName) throws {
    guard !ownFiles.contains(name) else {
      return problem(
        "\(name.text): belongs to the database of this batch: leave it out, or name another database with --db"
      )
    }
    try add(name, .path)
  }

  /// Searches a directory. A playlist replaces the files that it lists.
  private mutating func search(_ directory: FileName) throws {
    try flush()
    directories.append(directory)
    let start = try run.lastPosition()
    var (count, filtered) = (0, 0)
    do {
      try DirectorySearch.search(
        directory,
        found: { path in
          if Interruption.isRequested { throw Interrupted() }
          guard !ownFiles.contains(path) else { return }
          guard filter.wants(path) else {
            filtered += 1
            return
          }
          count += 1
          if let playlist = PlaylistFamilies.playlist(at: path) {
            let head = playlist.isMultivariant ? PlaylistFamilies.url(of: path.bytes) : nil
            try run.addParts(playlist.parts, head: head)
            segments.note(listed: playlist.parts)
          }
          try add(path, .path, isSearched: true)
        },
        problem: problem
      )
    } catch is Interrupted {
      // The list is incomplete, and `BatchCommand` does not use it.
      return
    }
    try flush()
    try run.removeParts(after: start) { PlaylistFamilies.url(of: $0) }
    if count == 0, !Interruption.isRequested {
      problem(
        filtered > 0
          ? "\(directory.text): --include and --exclude skip all of its \(filtered) "
            + "file\(filtered == 1 ? "" : "s"): change the patterns"
          : "\(directory.text): contains no streams: name a directory that contains streams"
      )
    }
  }

  private struct Interrupted: Error {}

  private mutating func add(
    _ name: FileName,
    _ source: BatchInput.Source,
    isSearched: Bool = false
  ) throws {
    guard filter.wants(name) else { return }
    if source == .path { segments.note(name) }
    waiting.append(BatchInput(name: name.bytes, source: source, isSearched: isSearched))
    if waiting.count >= Self.addedAtOnce { try flush() }
  }

  private mutating func flush() throws {
    guard !waiting.isEmpty else { return }
    for input in try run.add(waiting) where input.source == .url {
      // The list already contains the same name for a URL without secrets.
      if let url = addresses.removeValue(forKey: input.name) { refuse(url.name) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

extension BatchInput {
  /// The input to read. `addresses` has the complete URLs of names that hide secrets.
  func member(_ addresses: [[UInt8]: InputURL]) -> InputGroup.Member {
    switch source {
    case .path: return FileName(name).member
    case .standardInput: return .standardInput
    case .url:
      let url =
        addresses[name] ?? InputURL.scheme(of: label).flatMap { InputURL(label, scheme: $0) }
      return url.map { .url($0) } ?? FileName(name).member
    }
  }
}
