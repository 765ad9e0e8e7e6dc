import Foundation
import Testing

@testable import NielsenAppApi

/// Compares pings with the ping dictionary of the design, where it is at hand.
@Suite("the ping dictionary", .enabled(if: PingDictionary.file != nil))
struct PingDictionaryTests {
  /// 946,684,800 is the clock of a stream that does not tell its own.
  @Test(
    "every parameter of every ping follows its rule",
    arguments: [Bench.start, 946_684_800]
  )
  func rules(_ start: Int64) throws {
    let dictionary = try #require(try PingDictionary.load())
    let bench = Bench(start: start) { $0.configuration.products.error = true }
    bench.begin()
    bench.play(0...320) { $0 % 10 == 0 ? SamplePayload.bothTag($0) : nil }
    bench.api.sendID3("www.nielsen.com/x")
    bench.api.end()
    #expect(Set(bench.pings.map(\.type)).count == 8)
    for ping in bench.pings {
      for parameter in ping.parameters {
        let field = dictionary.field(parameter, of: ping.product.rawValue)
        let rule = try #require(field?.rule, "no rule for \(parameter) of \(ping.product)")
        let value = field?.value(parameter) ?? parameter.value
        if value.isEmpty {
          #expect(rule.empty, "\(parameter) of \(ping.product) is empty")
        } else {
          #expect(
            value.range(of: rule.pattern, options: .regularExpression) != nil,
            "\(parameter) of \(ping.product) is not \(rule.pattern)"
          )
        }
      }
    }
  }
}

/// The machine-readable list of ping parameters.
struct PingDictionary: Decodable {
  struct Rule: Decodable {
    var pattern: String
    var empty: Bool
  }

  struct Field: Decodable {
    var name: String
    var key: String?
    var products: [String]
    var rule: Rule

    /// The value behind the key.
    func value(_ parameter: PingParameter) -> String {
      key.map { String(parameter.value.dropFirst($0.count + 1)) } ?? parameter.value
    }
  }

  var fields: [Field]

  static var file: URL? {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = package.deletingLastPathComponent()
      .appendingPathComponent("shared/design/ping-fields.json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  static func load() throws -> PingDictionary? {
    guard let file else { return nil }
    return try JSONDecoder().decode(PingDictionary.self, from: Data(contentsOf: file))
  }

  func field(_ parameter: PingParameter, of product: String) -> Field? {
    fields.first { field in
      field.name == parameter.name && field.products.contains(product)
        && (field.key.map { parameter.value.hasPrefix($0 + ",") } ?? true)
    }
  }
}
