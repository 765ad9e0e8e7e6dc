import ID3
import Testing

@Suite struct ID3HeaderTests {
  @Test("the ten bytes of a header give version, flags and sizes")
  func fields() throws {
    let header = try #require(ID3Header(bytes("494433 0400 20 00000205 50524956")))
    #expect(header.version == .v24)
    #expect(header.version.description == "2.4.0")
    #expect(header.flags == 0x20)
    #expect(header.bodySize == 261)
    #expect(header.tagSize == 271)
    #expect(!header.hasFooter)
  }

  @Test("a footer is part of the tag size only in version 2.4")
  func footer() throws {
    let header = try #require(ID3Header(bytes("494433 0400 10 00000001")))
    #expect(header.hasFooter)
    #expect(header.tagSize == 21)
    let older = try #require(ID3Header(bytes("494433 0300 10 00000001")))
    #expect(!older.hasFooter)
    #expect(older.tagSize == 11)
  }

  @Test("the largest size in an ID3 header has 28 bits")
  func largestSize() throws {
    let header = try #require(ID3Header(bytes("494433 0400 00 7f7f7f7f")))
    #expect(header.bodySize == 268_435_455)
  }

  @Test(
    "bytes that are not a plausible ID3 header are refused",
    arguments: [
      "", "494433", "494433 0400 00 000000",
      "494432 0400 00 00000000", "334449 0400 00 00000000",
      "494433 0100 00 00000000", "494433 0500 00 00000000",
      "494433 04ff 00 00000000",
      "494433 0400 00 80000000", "494433 0400 00 00000080",
    ]
  )
  func implausible(hex: String) {
    #expect(ID3Header(bytes(hex)) == nil)
  }

  @Test("an ID3 header is read from a slice and from a collection without contiguous storage")
  func collections() {
    let input = bytes("0000 494433 0300 00 00000102 ffff")
    #expect(ID3Header(input[2...])?.bodySize == 130)
    #expect(ID3Header(input.reversed().reversed().dropFirst(2))?.bodySize == 130)
    #expect(ID3Header(input) == nil)
  }
}
