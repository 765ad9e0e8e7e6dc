import Foundation

/// Writes the page about all rules to standard output: `RuleDocumentation Sources/Conformance/Rules`.
@main enum RuleDocumentation {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: RuleDocumentation FOLDER: name the folder with the rules")
    }
    do {
      print(try page(ofRulesIn: CommandLine.arguments[1]), terminator: "")
    } catch {
      fail("\(error): name the folder with the rules, Sources/Conformance/Rules")
    }
  }

  /// The page for the rules whose sources stand in a folder.
  /// - Throws: what reading the folder throws.
  static func page(ofRulesIn folder: String) throws -> String {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
    var sources: [String: String] = [:]
    for file in files {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(file)
      sources[url.deletingPathExtension().lastPathComponent] = try String(
        contentsOf: url,
        encoding: .utf8
      )
    }
    let page = RulePage { name in
      sources[name].flatMap { DocComment.lines(of: name, in: $0) }
    }
    return page.markdown
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(2)
  }
}
