import Testing

@testable import Trace

@Suite("Faults of a hop")
struct HopFaultTests {
  /// A chain of three taps: the tags of the second and the third tap, and the expected incidents.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var second: [TapTag]
    var third: [TapTag]?
    var expected: [String]

    init(_ name: String, _ second: [TapTag], _ third: [TapTag]? = nil, _ expected: String...) {
      (testDescription, self.second, self.third) = (name, second, third)
      self.expected = expected
    }
  }

  private static let tags = TestChain.tags()

  static let cases: [Case] = [
    Case("two equal taps have no fault", tags),
    Case(
      "taps with clocks an hour apart have no fault",
      tags.shifted(by: 3600),
      tags.shifted(by: -40)
    ),
    Case("a tap that begins later and ends earlier has no fault", Array(tags[5..<20]), tags),
    Case("a tag that is missing is lost", tags.without(10..<11), nil, "b: lost 1 at 105.0"),
    Case(
      "consecutive missing tags are one incident",
      tags.without(10..<13),
      nil,
      "b: lost 3 at 105.0"
    ),
    Case(
      "missing tags that are not consecutive are two incidents",
      tags.without(20..<21).without(10..<11),
      nil,
      "b: lost 1 at 105.0",
      "b: lost 1 at 205.0"
    ),
    Case(
      "a tag that is missing at the last tap is lost there",
      tags,
      tags.without(10..<11),
      "c: lost 1 at 105.0"
    ),
    Case(
      "a tag that only the middle tap lacks is lost there",
      tags.without(10..<11),
      tags,
      "b: lost 1 at 105.0"
    ),
    Case(
      "a missing tag is lost even if the clocks are an hour apart",
      tags.shifted(by: 3600).without(10..<11),
      nil,
      "b: lost 1 at 105.0"
    ),
    Case(
      "a tag with another byte is changed",
      tags.changing(10..<11) { $0.corrupt(at: 100) },
      nil,
      "b: changed 1 at 105.0"
    ),
    Case(
      "a tag with another sequence number is changed",
      tags.changing(10..<11) {
        $0.corrupt(at: 70)
        $0.identity = "4711 1 2"
      },
      nil,
      "b: changed 1 at 105.0"
    ),
    Case(
      "a tag with most bytes different but the same sequence and times is changed",
      tags.changing(10..<11) { $0.corrupt(at: 66, count: 120) },
      nil,
      "b: changed 1 at 105.0"
    ),
    Case(
      "tags with other bytes around their payload are changed",
      tags.changing(0..<30) {
        $0.digest += "!"
        $0.size += 10
      },
      nil,
      "b: changed 30 at 5.0"
    ),
    Case(
      "a tag of other content in place of a tag is extra, and the missing tag is lost",
      tags.changing(10..<11) { $0 = TestChain.tag(10, at: 105, seed: 2) },
      nil,
      "b: lost 1 at 105.0",
      "b: extra 1 at 105.0"
    ),
    Case(
      "tags whose first bytes were restored are changed",
      tags.changing(0..<30) { $0.isCut = true },
      nil,
      "b: changed 30 at 5.0"
    ),
    Case(
      "a tag at a different time is moved",
      tags.changing(10..<11) { $0.time = 108 },
      nil,
      "b: moved 1 at 105.0"
    ),
    Case(
      "a tag that is minutes away is moved",
      tags.changing(10..<11) { $0.time = 250 },
      nil,
      "b: moved 1 at 105.0"
    ),
    Case(
      "consecutive moved tags are one incident",
      tags.changing(10..<15) { $0.time = $0.time.map { $0 + 3 } },
      nil,
      "b: moved 5 at 105.0"
    ),
    Case(
      "tags after a jump of 3 s ahead are moved",
      tags.changing(6..<30) { $0.time = $0.time.map { $0 + 3 } },
      nil,
      "b: moved 24 at 65.0"
    ),
    Case(
      "tags after a jump of 25 s back are moved",
      tags.changing(15..<30) { $0.time = $0.time.map { $0 - 25 } },
      nil,
      "b: moved 15 at 155.0"
    ),
    Case(
      "tags after a jump are moved, and missing tags before and after the jump are lost",
      tags.changing(25..<30) { $0.time = $0.time.map { $0 + 3600 } }.without(27..<28)
        .without(10..<11),
      nil,
      "b: lost 1 at 105.0",
      "b: moved 4 at 255.0",
      "b: lost 1 at 275.0"
    ),
    Case(
      "a clock that drifts slowly moves no tag",
      tags.changing(0..<30) { $0.time = $0.time.map { $0 * 1.003 } }
    ),
    Case(
      "a tag that comes twice is doubled",
      tags + [TestChain.tag(10, at: 105)],
      nil,
      "b: doubled 1 at 105.0"
    ),
    Case(
      "a tag that comes again later is doubled",
      tags + [TestChain.tag(10, at: 135)],
      nil,
      "b: doubled 1 at 105.0"
    ),
    Case(
      "a tag that no earlier tap has is extra",
      tags + [TestChain.tag(99, at: 108, seed: 3)],
      nil,
      "b: extra 1 at 108.0"
    ),
    Case("equal tags in two renditions have no fault", TestChain.copies(tags, in: ["v1", "v2"])),
    Case(
      "tags that one rendition of two lacks are lost there",
      TestChain.copies(tags, in: ["v1"]) + TestChain.copies(tags.without(10..<13), in: ["v2"]),
      nil,
      "b: lost-in-rendition 3 in v2 at 105.0"
    ),
    Case(
      "a rendition that lacks a tag at two taps lost the tag at the first of them",
      TestChain.copies(tags, in: ["v1"]) + TestChain.copies(tags.without(10..<13), in: ["v2"]),
      TestChain.copies(tags, in: ["v1"]) + TestChain.copies(tags.without(10..<13), in: ["v2"]),
      "b: lost-in-rendition 3 in v2 at 105.0"
    ),
    Case(
      "a tag with another byte in one rendition of two is changed there",
      TestChain.copies(tags, in: ["v1"])
        + TestChain.copies(tags.changing(10..<11) { $0.corrupt(at: 100) }, in: ["v2"]),
      nil,
      "b: changed 1 in v2 at 105.0"
    ),
    Case(
      "a tag at a different time in one rendition of two is moved there",
      TestChain.copies(tags, in: ["v1"])
        + TestChain.copies(tags.changing(10..<11) { $0.time = 108 }, in: ["v2"]),
      nil,
      "b: moved 1 in v2 at 105.0"
    ),
    Case(
      "a rendition with different tags does not lack the tags of other renditions",
      TestChain.copies(tags, in: ["v1", "v2"])
        + TestChain.copies(TestChain.tags(seed: 5), in: ["es"]),
      nil,
      "b: extra 30 at 5.0"
    ),
  ]

  @Test("each fault is reported at its hop, and no other fault is reported", arguments: cases)
  func faults(_ test: Case) {
    let taps = [
      TestChain.records("a", Self.tags), TestChain.records("b", test.second),
      TestChain.records("c", test.third ?? test.second),
    ]
    #expect(TestChain.incidents(taps) == test.expected)
  }
}
