import NielsenTag
import RecordSamples
import Testing

@testable import Records

@Suite struct PayloadExplanationTests {
  private func findings(
    replacing ending: String = "/00000/21778/00",
    with other: String
  ) throws -> [String: String] {
    let text = SampleTags.payload.replacing(ending, with: other)
    let payload = try #require(NielsenPayload(owner: text))
    return TagExplanation(payload: payload).fields.reduce(into: [:]) { found, field in
      found[field.name] = field.finding
    }
  }

  @Test(
    "explain reports a fault of a payload at the field with the fault",
    arguments: [
      ("/00000/21778/03", ["breakout": "breakout 03, expected 00"]),
      ("/00420/21778/00", ["PC offset": "PC CID is null but PC offset is 00420"]),
      ("/00000/99999/00", ["FD offset": "FD offset 99999 is more than a day"]),
      ("/00000/21778/00", [:]),
    ] as [(String, [String: String])]
  )
  func rules(ending: String, expected: [String: String]) throws {
    #expect(try findings(with: ending) == expected)
  }
}
