import Glibc
import TimedMetadata

/// Segments that are read as one stream.
struct JoinedSegments: Equatable {
  /// The name in results: the folder of the segments.
  var name: String
  /// The files. If there is an initialization section, it is the first file.
  var files: [FileName]
  /// Descriptions of missing segments, keyed by the index of the file after them.
  var holes: [Int: String] = [:]
  /// Whether each file is read as a separate part of the input, so that a truncated file does not affect the next file.
  /// True if there is an initialization section.
  var separatesFiles = false
}

extension JoinedSegments {
  /// Joins the segments of groups: the files of each searched folder are one stream, and all named files are another.
  static func join(_ groups: [InputGroup]) -> [InputGroup] {
    var joined: [InputGroup] = []
    var named: [FileName] = []
    var namedPlace: Int?
    for var group in groups {
      if group.isSearched {
        joined.append(join(searched: group))
        continue
      }
      let files = group.members.compactMap(\.fileName)
      if !files.isEmpty, namedPlace == nil { namedPlace = joined.count }
      named += files
      group.members.removeAll { $0.fileName != nil }
      if !group.members.isEmpty || !group.problems.isEmpty { joined.append(group) }
    }
    if let namedPlace { joined.insert(join(named: named), at: namedPlace) }
    return joined
  }

  /// Joins the files of each folder separately, because each rendition has a folder.
  private static func join(searched group: InputGroup) -> InputGroup {
    var result = InputGroup(
      argument: group.argument,
      members: [],
      isSearched: true,
      problems: group.problems
    )
    var order: [FileName] = []
    var folders: [[UInt8]: [FileName]] = [:]
    for file in group.members.compactMap(\.fileName) {
      if folders[file.folder.bytes] == nil { order.append(file.folder) }
      folders[file.folder.bytes, default: []].append(file)
    }
    for folder in order {
      let files = folders[folder.bytes] ?? []
      let segments = arrange(files, folder, isSearched: true, &result.problems)
      if let segments { result.members.append(.joined(segments)) }
    }
    return result
  }

  private static func join(named files: [FileName]) -> InputGroup {
    let folder = files.first?.folder ?? FileName(".")
    var result = InputGroup(argument: folder.text, members: [])
    let segments = arrange(files, folder, isSearched: false, &result.problems)
    if let segments { result.members = [.joined(segments)] }
    return result
  }

  /// Puts files in order. A file that is not a segment is skipped if it was found, and is reported if it was named.
  private static func arrange(
    _ files: [FileName],
    _ folder: FileName,
    isSearched: Bool,
    _ problems: inout [String]
  ) -> JoinedSegments? {
    var initializations: [FileName] = []
    var segments: [FileName] = []
    for file in files.sorted(by: { NaturalOrder.precedes($0.bytes, $1.bytes) }) {
      switch kind(of: file) {
      case .initialization: initializations.append(file)
      case .media: segments.append(file)
      case .unmarked where !isSearched || StreamExtension.ends(file.text): segments.append(file)
      case .unmarked, .other:
        guard !isSearched else { continue }
        problems.append("\(file.text): is not a segment: leave it out with --join")
      case nil: problems.append("\(file.text): cannot be read: check the path and its permissions")
      }
    }
    guard initializations.count < 2 else {
      let names = initializations.prefix(2).map(\.text).joined(separator: ", ")
      problems.append(
        "\(folder.text): has \(initializations.count) initialization sections (\(names)): "
          + "name one and its segments with --join"
      )
      return nil
    }
    let all = initializations + segments
    guard !all.isEmpty else { return nil }
    return JoinedSegments(
      name: folder.text,
      files: all,
      holes: SegmentNumbers.holes(in: all),
      separatesFiles: !initializations.isEmpty
    )
  }

  private static func kind(of file: FileName) -> SegmentFile? {
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    return try? SegmentFile(
      FileSource(descriptor: descriptor, name: file.text, ownsDescriptor: true)
    )
  }
}

final class JoinedSource: ByteSource {
  let name: String
  let size: Int64?
  private let files: [FileName]
  private let holes: [Int: String]
  private let separatesFiles: Bool
  private(set) var hole: String?
  private var next = 0
  private var current: FileSource?

  init(_ segments: JoinedSegments) {
    name = segments.name
    files = segments.files
    holes = segments.holes
    separatesFiles = segments.separatesFiles
    size = files.reduce(0) { sum, file in
      var status = stat()
      let isThere = file.withCString { stat($0, &status) } == 0
      return isThere ? sum + Int64(status.st_size) : sum
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    while true {
      if let count = try current?.read(into: buffer), count > 0 { return count }
      // A new part begins after a hole and, if `separatesFiles` is true, at each file.
      guard next < files.count, current == nil || holes[next] == nil && !separatesFiles else {
        return 0
      }
      current = try open(files[next])
      next += 1
    }
  }

  func openNextPart() throws(TimedMetadataError) -> Bool {
    guard next < files.count else { return false }
    hole = holes[next]
    current = nil
    return true
  }

  private func open(_ file: FileName) throws(TimedMetadataError) -> FileSource {
    let descriptor = file.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "\(file.text): \(SmallFile.words(for: errno))",
        remedy: "check the path and its permissions"
      )
    }
    return FileSource(descriptor: descriptor, name: name, ownsDescriptor: true)
  }
}

extension InputGroup.Member {
  /// The name of the file, pipe or device. Nil for other inputs.
  var fileName: FileName? {
    switch self {
    case .path(let path): FileName(path)
    case .bytes(let name): name
    case .standardInput, .url, .joined: nil
    }
  }
}

extension FileName {
  /// The folder of the file, or `.` if the path has only a file name.
  var folder: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName(".") }
    return FileName(slash == 0 ? bytes[...0] : bytes[..<slash])
  }
}
