import ArgumentParser
import Conformance
import Formats
import FoundationEssentials

/// The value of `--expect`: a template for all inputs, or a folder with a template for each channel.
struct ChannelTemplates: Sendable {
  /// The template for all inputs. Nil if a folder was named.
  private let common: ChannelTemplate?
  /// The templates of a folder, keyed by their file names without `.json`.
  private let named: [String: ChannelTemplate]

  private static let ending = ".json"
  private static let countLimit = 10_000

  static func parse(_ path: String) throws -> ChannelTemplates {
    guard !path.isEmpty else { throw ValidationError("name a file or a folder with templates.") }
    var isFolder = false
    let manager = FileManager.default
    guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
      return ChannelTemplates(common: try template(at: path), named: [:])
    }
    guard let names = try? manager.contentsOfDirectory(atPath: path) else {
      throw ValidationError("\(path): cannot be listed: check its permissions.")
    }
    let files = names.filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
    guard (1...countLimit).contains(files.count) else {
      throw ValidationError(
        "\(path): contains \(files.count) templates: put 1 to \(countLimit) files NAME.json into it."
      )
    }
    var named: [String: ChannelTemplate] = [:]
    for file in files {
      named[String(file.dropLast(ending.count))] = try template(
        at: path.hasSuffix("/") ? path + file : "\(path)/\(file)"
      )
    }
    return ChannelTemplates(common: nil, named: named)
  }

  private static func template(at path: String) throws -> ChannelTemplate {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: path, upTo: ChannelTemplate.sizeLimit)
    } catch {
      throw ValidationError("\(path): \(error): name a template that 'id3tap expect' wrote.")
    }
    do {
      return try ChannelTemplate(json: bytes)
    } catch {
      throw ValidationError("\(path): \(error).")
    }
  }

  /// The template for an input. `input` is the input's name in results. `title` is the name that the user gave to a
  /// feed.
  func template(of input: String, title: String? = nil) -> ChannelTemplate? {
    if let common { return common }
    return ChannelNames.of(input, title: title).lazy.compactMap { named[$0] }.first
  }

  static func missing(_ input: String, title: String? = nil) -> String {
    let names = ChannelNames.of(input, title: title).prefix(2).map { "\($0).json" }
    return "\(input): the folder of --expect has no template for this input: put "
      + "\(names.joined(separator: " or ")) there"
  }

  /// All templates as JSON, for the settings that `batch` and `watch` store.
  var json: JSONValue {
    if let common { return common.json }
    return .object(named.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })
  }
}

/// The possible file names, without extension, of an input's template in a folder.
enum ChannelNames {
  /// The names of an input, by precedence: the name that the user gave it, its file name without extension, its
  /// folders from the nearest one, and the host of a URL.
  static func of(_ input: String, title: String? = nil) -> [String] {
    let path = URLAuthority(of: input).map { authority in
      Substring(input.utf8[authority.range.lowerBound...].prefix { !"?#".utf8.contains($0) })
    }
    let parts = (path ?? input[...]).split(separator: "/").filter { $0 != "." && $0 != ".." }
      .reversed()
    var names = [title].compactMap { $0 }
    for (index, part) in parts.enumerated() {
      // A URL without a path has only its host, which has no extension.
      let isFile = index == 0 && !(path != nil && parts.count == 1)
      names.append(isFile ? stem(part) : String(part))
    }
    return names
  }

  private static func stem(_ name: Substring) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
