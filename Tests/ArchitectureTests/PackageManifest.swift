import Foundation

/// The targets of Package.swift and their dependencies. The manifest is read as text, so that nothing must
/// be built or run.
struct PackageManifest {
  struct Target {
    enum Kind: String { case systemLibrary, target, executableTarget, testTarget }

    var kind: Kind
    var name: String
    /// The folder of the sources, from the root of the package.
    var path: String
    /// The names of targets, and of products of other packages.
    var dependencies: Set<String>
  }

  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  var targets: [Target]

  init() throws {
    let file = Self.root.appendingPathComponent("Package.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(#/ *//.*/#.anchorsMatchLineEndings(), with: "")
    targets = text.matches(of: #/\.(systemLibrary|target|executableTarget|testTarget)\(/#)
      .compactMap { match in
        guard let kind = Target.Kind(rawValue: String(match.1)) else { return nil }
        return Self.target(kind, Self.enclosed(text[match.range.upperBound...], "(", ")"))
      }
  }

  /// The names of everything that a target can declare.
  var names: Set<String> {
    targets.reduce(into: []) { names, target in
      names.insert(target.name)
      names.formUnion(target.dependencies)
    }
  }

  subscript(name: String) -> Target? { targets.first { $0.name == name } }

  private static func target(_ kind: Target.Kind, _ body: Substring) -> Target? {
    guard let name = body.firstMatch(of: #/name: "(\w+)"/#)?.1 else { return nil }
    let folder = kind == .testTarget ? "Tests" : "Sources"
    let path = body.firstMatch(of: #/path: "([^"]+)"/#).map { String($0.1) } ?? "\(folder)/\(name)"
    var dependencies: Set<String> = []
    if let start = body.firstRange(of: "dependencies: [") {
      let list = enclosed(body[start.upperBound...], "[", "]")
        .replacing(#/, package: "[^"]*"/#, with: "")
      dependencies = Set(list.matches(of: #/"(\w+)"/#).map { String($0.1) })
    }
    return Target(kind: kind, name: String(name), path: path, dependencies: dependencies)
  }

  /// The text up to the bracket that closes the bracket before `rest`.
  private static func enclosed(
    _ rest: Substring,
    _ open: Character,
    _ close: Character
  ) -> Substring {
    var depth = 1
    for index in rest.indices {
      if rest[index] == open { depth += 1 }
      if rest[index] == close { depth -= 1 }
      if depth == 0 { return rest[..<index] }
    }
    return rest
  }
}

extension PackageManifest.Target {
  /// The modules that the sources import.
  func imports() throws -> Set<String> {
    try sources().reduce(into: []) { modules, file in
      for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
        // Most lines are not converted to text.
        guard line.prefix(40).contains(UInt8(ascii: "i")), Self.mayImport(line) else { continue }
        let text = String(decoding: line, as: UTF8.self)
        let words = text.split(separator: " ").drop { $0.hasPrefix("@") || $0 == "package" }
        guard words.first == "import", let module = words.last else { continue }
        modules.insert(String(module.prefix { $0 != "." }))
      }
    }
  }

  private static func mayImport(_ line: Data) -> Bool {
    let start = line.drop { $0 == UInt8(ascii: " ") }
    return ["import ", "@", "package import "].contains { start.starts(with: $0.utf8) }
  }

  /// The Swift files of the target.
  func sources() throws -> [URL] {
    let folder = PackageManifest.root.appendingPathComponent(path)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
  }
}
