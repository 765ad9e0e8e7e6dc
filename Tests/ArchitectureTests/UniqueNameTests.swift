import Foundation
import Testing

@Suite("the names of files")
struct UniqueNameTests {
  @Test("no two files of Sources have the same name, since documents name files without folders")
  func fileNames() throws {
    let names = try PackageManifest().targets.filter { $0.path.hasPrefix("Sources/") }
      .flatMap { try $0.sources() }.map(\.lastPathComponent)
    #expect(names.count > 500)
    let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }
    #expect(repeated.keys.sorted() == [])
  }
}
