import Formats
import Glibc
import TimedMetadata

/// Proposes to read numbered segments as one stream, because a single segment has few or no tags.
struct SegmentProposal {
  /// Files whose names differ only in their last number.
  private struct Series {
    var folder: FileName
    var count = 0
    /// Whether all files are small enough to be segments.
    var isSmall = true
  }

  private var order: [String] = []
  private var found: [String: Series] = [:]
  /// The URLs, without the last number, of the files that playlists list.
  private var listed: Set<String> = []

  /// The minimum number of files in a series for which a notice is given.
  private static let many = 6
  /// The maximum size of a segment, in bytes. Recordings are larger.
  private static let largestSegment = 64 << 20
  /// The maximum number of names that are kept.
  private static let maximumNames = 10_000

  /// Adds an input to the series that its name belongs to.
  mutating func note(_ file: FileName) {
    guard StreamExtension.ends(file.text), !file.text.lowercased().hasSuffix(".m3u8"),
      let name = Self.name(PlaylistFamilies.url(of: file.bytes))
    else { return }
    if found[name] == nil {
      guard order.count < Self.maximumNames else { return }
      order.append(name)
    }
    var series = found[name] ?? Series(folder: file.folder)
    series.count += 1
    if series.isSmall { series.isSmall = Self.isSmall(file) }
    found[name] = series
  }

  /// Adds the files that a playlist lists. Notices leave them out, because the playlist reads them as one stream.
  mutating func note(listed urls: [String]) {
    for url in urls where listed.count < Self.maximumNames {
      if let name = Self.name(url) { listed.insert(name) }
    }
  }

  /// The number of files in the series of `file`. Nil if `file` is not one of many numbered segments.
  func count(like file: FileName) -> Int? {
    guard let name = Self.name(PlaylistFamilies.url(of: file.bytes)), let series = found[name],
      series.count >= Self.many, series.isSmall
    else { return nil }
    return series.count
  }

  /// The notices about long series, each with its folder, such as `d: has 7 numbered segments that are read one by
  /// one`.
  var notices: [(folder: String, words: String)] {
    order.compactMap { name in
      guard let series = found[name], series.count >= Self.many, series.isSmall,
        !listed.contains(name)
      else { return nil }
      let folder = series.folder.text
      return (folder, "\(folder): has \(series.count) numbered segments that are read one by one")
    }
  }

  /// The notices about folders whose segments are separate inputs, with the remedy.
  static func words(for groups: [InputGroup]) -> [String] {
    let files = groups.flatMap(\.members).compactMap(\.fileName)
    guard files.count >= many else { return [] }
    var proposal = SegmentProposal()
    for file in files { proposal.note(file) }
    return proposal.notices.map {
      "\($0.words): if they are parts of one stream, give --join (for 'pings', in the file of --config)"
    }
  }

  /// The URL of a file without the last number in its name. Nil for a name without a number.
  private static func name(_ url: String) -> String? {
    let bytes = Array(url.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    guard start < end, let last = bytes[start..<end].lastIndex(where: \.isDigit) else {
      return nil
    }
    let head = bytes[start...last].lastIndex { !$0.isDigit }.map { $0 + 1 }
    let rest = bytes[..<(head ?? start)] + [0] + bytes[(last + 1)...]
    return String(decoding: rest, as: UTF8.self)
  }

  private static func isSmall(_ file: FileName) -> Bool {
    var status = stat()
    return file.withCString { stat($0, &status) } == 0 && Int64(status.st_size) <= largestSegment
  }
}

/// Recognizes inputs that are numbered segments. It is used for inputs that could not be judged alone.
struct SegmentSeries {
  /// The series in each folder that was searched, keyed by the folder's path.
  private var folders: [[UInt8]: SegmentProposal] = [:]

  /// The notice for an input that is one of many numbered segments, with the command to use. Nil for other inputs.
  mutating func words(for input: String) -> String? {
    guard StreamExtension.ends(input) else { return nil }
    let file = FileName(input)
    if folders[file.folder.bytes] == nil {
      var proposal = SegmentProposal()
      for name in DirectorySearch.names(in: file.folder) ?? [] {
        proposal.note(file.folder.appending(name))
      }
      folders[file.folder.bytes] = proposal
    }
    guard let count = folders[file.folder.bytes]?.count(like: file) else { return nil }
    return "one of \(count) numbered files: if they are segments of one stream, type: "
      + "id3tap check --join \(FileName.shellWord(file.folder.text))"
  }
}

/// The numbers in the names of joined segments, which show whether segments are missing.
enum SegmentNumbers {
  /// Descriptions of missing segments, keyed by the index of the file after them. Empty if fewer than half of the
  /// numbers increase by one: such files are not numbered segments.
  static func holes(in files: [FileName]) -> [Int: String] {
    let steps = files.indices.dropFirst().map { index in
      numbers(files[index - 1].bytes, files[index].bytes)
    }
    let singleSteps = steps.count { $0.map { $0.second - $0.first == 1 } ?? false }
    guard singleSteps * 2 >= steps.count else { return [:] }
    var holes: [Int: String] = [:]
    for (index, step) in steps.enumerated() {
      guard let (first, second) = step, second - first > 1 else { continue }
      let place = "between \(files[index].text) and \(files[index + 1].text)"
      holes[index + 1] =
        second - first == 2
        ? "number \(first + 1) is missing \(place): its content was not read"
        : "numbers \(first + 1) to \(second - 1) are missing \(place): their content was not read"
    }
    return holes
  }

  /// The numbers in which two names differ. Nil if the names do not differ in exactly one number.
  private static func numbers(_ left: [UInt8], _ right: [UInt8]) -> (first: Int, second: Int)? {
    var start = zip(left, right).prefix { $0 == $1 }.count
    while start > 0, left[start - 1].isDigit { start -= 1 }
    let first = left[start...].prefix(while: \.isDigit)
    let second = right[start...].prefix(while: \.isDigit)
    guard left[first.endIndex...].elementsEqual(right[second.endIndex...]),
      let one = Int(String(decoding: first, as: UTF8.self)),
      let other = Int(String(decoding: second, as: UTF8.self))
    else { return nil }
    return (one, other)
  }
}
