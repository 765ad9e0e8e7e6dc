import Foundation
import Testing

@testable import NielsenAppApi

/// Compares pings with the ping dictionary of the design, where it is at hand.
@Suite("the ping dictionary", .enabled(if: PingDictionary.file != nil))
struct PingDictionaryTests {
  @Test("every parameter of every ping follows its rule")
  func rules() throws {
    let dictionary = try #require(try PingDictionary.load())
    let bench = WorkedExampleTests.run(
      tag: { SamplePayload.bothTag($0) },
      change: { $0.configuration.products.error = true }
    )
    bench.begin()
    bench.api.sendID3("www.nielsen.com/x")
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
