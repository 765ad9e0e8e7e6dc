import FoundationEssentials
import Testing

@testable import NielsenAppApi

@Suite("the documented keys")
struct KeyTableTests {
  @Test("seed #284: the table in the documentation has exactly the keys that the engine knows")
  func keys() throws {
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let page = try String(
      decoding: Data(contentsOf: URL(filePath: "/\(root)/Documentation/Commands/pings.md")),
      as: UTF8.self
    )
    for (place, known) in [("appInfo", AppInfo.knownKeys), ("metadata", Asset.knownKeys)] {
      let rows = page.split(separator: "\n").filter { $0.hasPrefix("| \(place) | ") }
      let keys = rows.flatMap { row in
        row.split(separator: "|")[1].split(separator: ",")
          .map { $0.filter { $0 != " " && $0 != "`" } }
      }
      #expect(keys.sorted() == known.sorted())
    }
  }

  @Test("seed #284: ccode and dma are in the ping parameters that the documentation names")
  func market() {
    let bench = Bench(appInfo: Bench.appInfo.merging(["ccode": "SE", "dma": "7"]) { $1 })
    bench.begin(["type": "content", "assetid": "film"])
    bench.play(0...30, tag: Bench.everyTen)
    bench.api.end()
    let pings = bench.pings.filter { $0.product != .session }
    #expect(Set(pings.map(\.product)).isSuperset(of: [.dtvr, .id3, .dcr]))
    #expect(pings.allSatisfy { $0["segment1"] == "SE" && $0["segment2"] == "7" })
  }
}
