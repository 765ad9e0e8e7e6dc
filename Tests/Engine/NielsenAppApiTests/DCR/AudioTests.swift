import Testing

@testable import NielsenAppApi

/// Audio pings, which `products.audio` turns on. Their format is the project's own: no public document shows one.
@Suite("measurement of audio")
struct AudioTests {
  private static func bench() -> Bench { Bench { $0.configuration.products.audio = true } }

  private static func station(_ id: String?) -> [String: String] {
    var metadata = ["type": "radio", "stationType": "3", "provider": "Network"]
    metadata["assetid"] = id
    return metadata
  }

  private static func seen(_ ping: Ping) -> String {
    let names = ["rt", "ai", "c17", "cr", "c27", "davty"]
    return "\(ping.type) " + names.compactMap { ping[$0] }.joined(separator: " ")
  }

  @Test("a station is measured by its playheads, with rt=audio and its id in c17")
  func station() {
    let bench = Self.bench()
    bench.api.play(["channelName": "One"])
    bench.api.loadMetadata(Self.station("WWWW-FM"))
    bench.play(0...320)
    bench.api.end()
    #expect(bench.errors.isEmpty)
    #expect(
      bench.pings.dropFirst().map(Self.seen) == [
        "view audio WWWW-FM stnid,WWWW-FM 4_00_99_V1_00000 cln,0 0",
        "timer audio WWWW-FM stnid,WWWW-FM 4_00_99_D1_11111 cln,300 1",
        "timer audio WWWW-FM stnid,WWWW-FM 4_00_99_D2_00000 cln,20 2",
      ]
    )
  }

  @Test("seed #87: a new station ends the previous one and starts a new session")
  func stationChange() {
    let bench = Self.bench()
    for (channel, station) in [("One", "WWWW-FM"), ("Two", "WXYZ-AM")] {
      bench.api.play(["channelName": channel])
      bench.api.loadMetadata(Self.station(station))
      bench.play(0...60)
      bench.api.stop()
    }
    bench.api.end()
    let pings = bench.pings.dropFirst()
    #expect(pings.map { $0["ai"] ?? "" } == ["WWWW-FM", "WWWW-FM", "WXYZ-AM", "WXYZ-AM"])
    #expect(pings.map { $0["davty"] ?? "" } == ["0", "2", "0", "2"])
    #expect(Set(pings.map { $0["c59"] }).count == 2)
  }

  @Test("seed #299: a station without an id is error 12 and is not measured", arguments: [nil, ""])
  func withoutStation(_ id: String?) {
    let bench = Self.bench()
    bench.begin(Self.station(id))
    bench.play(0...60)
    bench.api.end()
    #expect(bench.errors.contains(12))
    #expect(bench.pings.map(\.type) == [.session])
  }

  @Test("while audio is enabled, pings of video have rt=video and no c17")
  func video() {
    let bench = Self.bench()
    bench.begin(["type": "content", "assetid": "film"])
    bench.play(0...20)
    bench.api.end()
    #expect(bench.pings.dropFirst().allSatisfy { $0["rt"] == "video" && $0["c17"] == nil })
  }

  @Test("products.audio and the metadata keys of radio cause no warning")
  func names() throws {
    let reading = try EngineConfiguration.reading(#"{"format": 1, "products": {"audio": true}}"#)
    #expect(reading.configuration.products.audio && reading.warnings.isEmpty)
    #expect(try Asset(metadata: CallArgument(Self.station("WWWW-FM"))).warnings.isEmpty)
  }
}
