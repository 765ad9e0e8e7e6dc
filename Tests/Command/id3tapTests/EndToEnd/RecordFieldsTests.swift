import Foundation
import TestSupport
import Testing

/// Checks that every field that a command writes has a row in Documentation/Records.md.
@Suite(.ownThread) struct RecordFieldsTests {
  @Test(
    "Records.md documents all fields of a command's records",
    arguments: [
      ("extract", "id3tap extract SampleStreams"),
      ("check", "id3tap check --require all-renditions SampleStreams"),
      ("pings", "id3tap pings SampleStreams/clean.ts"),
      (
        "explain",
        "id3tap explain SampleStreams/clean.ts; id3tap pings SampleStreams/clean.ts | id3tap explain -"
      ),
      (
        "compare",
        "id3tap compare SampleStreams/clean.ts <(id3tap pings SampleStreams/clean.ts | tail -5)"
      ),
      ("rehearse", "id3tap rehearse <(id3tap pings SampleStreams/clean.ts)"),
    ]
  )
  func fields(command: String, line: String) throws {
    let shell = try Shell()
    try shell.prepare("ln -s '\(DocumentFiles.path(of: "SampleStreams"))' SampleStreams")
    let outcome = try shell.run(line)
    #expect(!outcome.lines.isEmpty, "\(outcome.errors)")
    let documented = try Self.documented(command)
    var found: Set<String> = []
    for line in outcome.lines {
      Self.collect(try JSONSerialization.jsonObject(with: Data(line.utf8)), "", &found)
    }
    let missing = found.filter { field in
      !documented.contains(field) && !documented.contains("\(field)[]")
        && !documented.contains { $0.hasPrefix("\(field)[].") }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  /// The field names in the section of a command in Records.md.
  private static func documented(_ command: String) throws -> Set<String> {
    let text = try DocumentFiles.text(of: "Documentation/Records.md")
    let section = text.components(separatedBy: "\n## \(command)\n").dropFirst().first ?? ""
    let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
    return Set(section[..<end].matches(of: /`([^`]+)`/).map { String($0.1) })
  }

  /// Collects the fields of a value: `a.b` for objects, `a[].b` for objects in arrays. The fields of API calls are left
  /// out, because they depend on the app.
  private static func collect(_ value: Any, _ path: String, _ fields: inout Set<String>) {
    switch value {
    case let object as [String: Any] where !["argument", "result"].contains(path):
      for (key, member) in object {
        collect(member, path.isEmpty ? key : "\(path).\(key)", &fields)
      }
    case let array as [[String: Any]] where !array.isEmpty:
      for member in array { collect(member, "\(path)[]", &fields) }
    default:
      fields.insert(path)
    }
  }
}
