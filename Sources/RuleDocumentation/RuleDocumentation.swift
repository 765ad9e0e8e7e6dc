import Conformance
import Foundation

/// Writes the documents about the rules, from the comments in Sources/Conformance/Rules:
/// Documentation/Rules.md and the texts of `id3tap explain RULE`. `RuleDocumentation FOLDER`, where
/// FOLDER holds the package.
@main enum RuleDocumentation {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: RuleDocumentation FOLDER: name the folder of the package")
    }
    let package = URL(fileURLWithPath: CommandLine.arguments[1])
    do {
      for (path, text) in try files(ofPackageIn: package) {
        let file = package.appendingPathComponent(path)
        if (try? String(contentsOf: file, encoding: .utf8)) == text { continue }
        try Data(text.utf8).write(to: file, options: .atomic)
        print("wrote \(path)")
      }
    } catch {
      fail("\(error): name the folder of the package")
    }
  }

  /// The text of each file, by its path in the package.
  /// - Throws: what reading the folder throws.
  static func files(ofPackageIn folder: URL) throws -> [(path: String, text: String)] {
    let rules = folder.appendingPathComponent("Sources/Conformance/Rules")
    let comment = try comments(ofRulesIn: rules)
    let texts = RuleGroup.allCases.map { RuleTextFile(group: $0, comment: comment) }
    return [("Documentation/Rules.md", RulePage(comment: comment).markdown)]
      + texts.map { ("Sources/Conformance/RuleTexts/\($0.name)", $0.text) }
  }

  /// Gives the doc comment of a type, from the sources in a folder.
  private static func comments(ofRulesIn folder: URL) throws -> (String) -> [String]? {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    var sources: [String: String] = [:]
    for file in files {
      let url = folder.appendingPathComponent(file)
      sources[url.deletingPathExtension().lastPathComponent] = try String(
        contentsOf: url,
        encoding: .utf8
      )
    }
    return { [sources] name in sources[name].flatMap { DocComment.lines(of: name, in: $0) } }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(2)
  }
}
