import Testing

@testable import NielsenAppApi

@Suite("names of state files")
struct StateDirectoryTests {
  @Test("an app id of letters, digits and hyphens is its own file name")
  func plain() {
    let id = "P00000000-0000-0000-0000-000000000000"
    #expect(StateDirectory.fileName(appID: id) == id)
  }

  @Test("an app id with other characters has a unique file name of letters, digits and hyphens")
  func others() {
    let ids = [
      "", ".", "..", "a/b", "ab", "../ab", "a.b", "\0", "ä", String(repeating: "a", count: 5000),
    ]
    let names = ids.map(StateDirectory.fileName)
    #expect(Set(names).count == ids.count)
    for name in names {
      #expect(!name.isEmpty && name.utf8.count < 200)
      #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    }
  }
}
