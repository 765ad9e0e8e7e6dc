import Testing

@testable import HLS

struct AttributeReaderTests {
  private func read(
    _ text: String,
    limits: PlaylistLimits = PlaylistLimits()
  ) throws -> (attributes: [PlaylistAttribute], faults: [PlaylistFaultKind]) {
    var context = ReadingContext(uri: "", importable: [:], limits: limits)
    let list = try AttributeReader.read(
      Array(text.utf8)[...],
      of: "EXT-X-TEST",
      line: 3,
      into: &context
    )
    return (list.attributes, context.log.faults.map(\.kind))
  }

  private func quoted(_ name: String, _ value: String) -> PlaylistAttribute {
    PlaylistAttribute(name: name, value: value, isQuoted: true)
  }

  private func plain(_ name: String, _ value: String) -> PlaylistAttribute {
    PlaylistAttribute(name: name, value: value, isQuoted: false)
  }

  @Test("attributes with quoted and unquoted values are parsed")
  func wellFormed() throws {
    let (attributes, faults) = try read(#"A=1,B-C="x,y=z",D=1x2,E="""#)
    #expect(
      attributes == [plain("A", "1"), quoted("B-C", "x,y=z"), plain("D", "1x2"), quoted("E", "")]
    )
    #expect(faults == [])
  }

  @Test("white space around names and values, and a trailing comma, are accepted")
  func whiteSpace() throws {
    let (attributes, faults) = try read(" A = 1 , B\t= \"x\" ,C=2, ")
    #expect(attributes == [plain("A", "1"), quoted("B", "x"), plain("C", "2")])
    #expect(faults == [])
  }

  @Test("an attribute with an empty value is kept")
  func emptyValue() throws {
    let (attributes, faults) = try read("A=,B=")
    #expect(attributes == [plain("A", ""), plain("B", "")])
    #expect(faults == [])
  }

  @Test(
    "malformed attributes are reported, and the others are read",
    arguments: [
      ("word,Z=1", PlaylistFaultKind.attributeMalformed), ("=1,Z=1", .attributeMalformed),
      (",Z=1", .attributeMalformed), (#"A="x"y,Z=1"#, .attributeMalformed),
      (#"Z=1,A="x"#, .quoteUnterminated), ("Z=1,Z=2", .attributeRepeated),
    ]
  )
  func malformed(text: String, kind: PlaylistFaultKind) throws {
    let (attributes, faults) = try read(text)
    #expect(attributes.contains(plain("Z", "1")))
    #expect(!attributes.contains(plain("Z", "2")))
    #expect(faults == [kind])
  }

  @Test("attributes above the limit are dropped and reported")
  func limit() throws {
    var limits = PlaylistLimits()
    limits.attributes = 2
    let (attributes, faults) = try read("A=1,B=2,C=3", limits: limits)
    #expect(attributes == [plain("A", "1"), plain("B", "2")])
    #expect(faults == [.limitReached])
  }
}
