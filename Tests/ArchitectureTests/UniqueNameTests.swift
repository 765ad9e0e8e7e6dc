import Foundation
import Testing

@Suite("the names of files and types")
struct UniqueNameTests {
  private let files: [URL]

  init() throws {
    files = try PackageManifest().targets.filter { $0.path.hasPrefix("Sources/") }
      .flatMap { try $0.sources() }
  }

  private static func repeated(_ names: [String]) -> [String] {
    Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
  }

  /// The name of the type that a line declares, where it does not begin with a space.
  private static func declaredType(_ line: Data) -> String? {
    let modifiers = ["public", "package", "private", "fileprivate", "final", "indirect"]
    let kinds = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    guard let first = line.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return nil
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      .drop { modifiers.contains(String($0)) }
    guard let kind = words.first, kinds.contains(String(kind)) else { return nil }
    return words.dropFirst().first.map { String($0.prefix { $0.isLetter || $0.isNumber }) }
  }

  @Test("no two files have the same name")
  func fileNames() {
    #expect(Self.repeated(files.map(\.lastPathComponent)) == [])
  }

  @Test("no two types have the same name, but those within other types")
  func typeNames() throws {
    let names = try files.flatMap { file in
      try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).compactMap(Self.declaredType)
    }
    #expect(names.count > 1000)
    #expect(Self.repeated(names) == [])
  }
}
