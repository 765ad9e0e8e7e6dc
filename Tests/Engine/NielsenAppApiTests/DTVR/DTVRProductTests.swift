import Testing

@testable import NielsenAppApi

@Suite("the products of DTVR")
struct DTVRProductTests {
  @Test("products that are turned off make no pings")
  func products() {
    let off = Bench {
      $0.configuration.products = .init()
      $0.configuration.products.dtvr = false
      $0.configuration.products.session = false
    }
    off.begin()
    off.play(0...60, tag: Bench.everyTen)
    off.api.end()
    #expect(Set(off.pings.map(\.product)) == [.id3])
  }

  @Test("viewMinutes sets the number of won minutes that a view needs")
  func viewMinutes() {
    let bench = Bench { $0.configuration.thresholds.viewMinutes = 2 }
    bench.begin()
    bench.play(0...100, tag: Bench.everyTen)
    bench.api.end()
    let view = bench.dtvr.first { $0.type == .view }
    #expect(view?["cr"] == "2_00_99_V1_11000_1")
    #expect(view?["c27"] == "cln,90")
  }
}
