import Foundation
import Testing

@testable import NielsenAppApi

@Suite("the ping dictionary")
struct PingDictionaryTests {
  /// The fields, rules and invariants of the dictionary.
  struct Fields: Decodable {
    struct Rule: Decodable {
      var pattern: String
      var empty: Bool
    }

    struct Field: Decodable {
      var name: String
      var key: String?
      var products: [String]
      var rule: Rule
    }

    struct Invariant: Decodable { var id: String }

    var fields: [Field]
    var invariants: [Invariant]

    static func load() throws -> Fields {
      try JSONDecoder().decode(Fields.self, from: Data(PingDictionary.json.utf8))
    }

    func field(_ name: String, key: String?, product: Ping.Product) -> Field? {
      fields.first {
        $0.name == name && $0.key == key && $0.products.contains(product.rawValue)
      }
    }

    /// The field of `parameter`, and the value after its key.
    func field(_ parameter: PingParameter, of product: Ping.Product) -> (Field, String)? {
      for field in fields
      where field.name == parameter.name && field.products.contains(product.rawValue) {
        guard let key = field.key else { return (field, parameter.value) }
        guard parameter.value.hasPrefix(key + ",") else { continue }
        return (field, String(parameter.value.dropFirst(key.count + 1)))
      }
      return nil
    }
  }

  static var original: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("shared/design/ping-fields.json")
  }

  @Test(
    "the embedded dictionary equals the dictionary of the design",
    .enabled(if: FileManager.default.fileExists(atPath: Self.original.path))
  )
  func shipped() throws {
    #expect(try String(contentsOf: Self.original, encoding: .utf8) == PingDictionary.json)
  }

  @Test("every parameter of every template is in the dictionary", arguments: PingName.allCases)
  func templates(_ name: PingName) throws {
    let fields = try Fields.load()
    let template = try #require(PingTemplate.standard[name.rawValue])
    for entry in template.entries {
      #expect(
        fields.field(entry.name, key: entry.key, product: name.product) != nil,
        "\(entry.prefix) of \(name) is not in the dictionary"
      )
    }
  }

  /// An engine that has made all kinds of pings with all values.
  static func bench(start: Int64) -> Bench {
    let digits = String(repeating: "0f", count: 32)
    let appInfo = [
      "appid": Bench.appID, "appname": "id3tap", "appversion": "1.0", "hem_sha256": digits,
      "hem_sha1": String(digits.prefix(40)), "hem_md5": String(digits.prefix(32)),
      "hem_unknown": "abc", "uid2": "u", "uid2_token": "t", "luid": "l", "dma": "501",
      "ccode": "USA",
    ]
    let bench = Bench(appInfo: appInfo, start: start) {
      $0.configuration.products.error = true
      $0.configuration.products.emm = true
      $0.configuration.eventData.enabled = true
      $0.device.model = "iPhone9,4"
    }
    let content = [
      "type": "content", "assetid": "film", "adModel": "1", "program": "Play > News", "title": "t",
      "length": "620", "airdate": "20240131 21:00:00", "isfullepisode": "lf", "adloadtype": "2",
      "segA": "a", "crossId1": "c1", "crossId2": "c2", "progen": "N", "hasAds": "1",
      "isLive": "false", "pipMode": "false", "mediaURL": "https://m.invalid/1?a=b&c=d",
      "section": "s", "adobeId": "1", "adobeVsid": "2", "reportSuite": "3", "adidx": "1/1",
      "ci_userid": "u", "cvw": "x",
    ]
    bench.begin(content)
    bench.api.updateOTT(["ottStatus": "1", "ottType": "casting"])
    bench.play(0...320) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.api.playheadPosition(500)
    bench.api.sendID3("www.nielsen.com/x")
    bench.api.stop()
    bench.elapsed += 20
    bench.api.loadMetadata(["type": "midroll"])
    bench.play(0...20)
    bench.api.loadMetadata(content)
    bench.play(500...510)
    bench.api.end()
    bench.api.loadMetadata(["type": "static", "section": "front page"])
    bench.elapsed += 300
    bench.api.advance()
    bench.api.staticEnd()
    bench.api.userOptOut("nielsenappsdk://1")
    bench.begin(content)
    bench.play(0...40, tag: Bench.everyTen)
    bench.api.end()
    return bench
  }

  /// 946,684,800 is the clock of a stream without times of day.
  @Test("every value of every ping follows its rule", arguments: [Bench.start, 946_684_800])
  func rules(_ start: Int64) throws {
    let fields = try Fields.load()
    let pings = Self.bench(start: start).pings
    #expect(Set(pings.map(\.product)) == Set(Ping.Product.allCases))
    #expect(Set(pings.map(\.type)) == Set(Ping.Kind.allCases))
    for ping in pings {
      for parameter in ping.parameters {
        let (field, value) = try #require(
          fields.field(parameter, of: ping.product),
          "no rule for \(parameter) of \(ping.product)"
        )
        if value.isEmpty {
          #expect(field.rule.empty, "\(parameter) of \(ping.product) is empty")
        } else {
          #expect(
            value.range(of: field.rule.pattern, options: .regularExpression) != nil,
            "\(parameter) of \(ping.product) is not \(field.rule.pattern)"
          )
        }
      }
      #expect(Invariants.broken(by: ping).isEmpty, "\(ping.url)")
    }
  }

  @Test("every invariant of the dictionary is checked here or listed as an exception")
  func invariants() throws {
    // The pings of the test were not queued, and the length of an ad is taken from its metadata.
    let others: Set<String> = ["queued-shows-retry", "ad-within-length", "double-encoding"]
    let known = Invariants.names.union(others)
    #expect(Set(try Fields.load().invariants.map(\.id)).subtracting(known).isEmpty)
  }
}
