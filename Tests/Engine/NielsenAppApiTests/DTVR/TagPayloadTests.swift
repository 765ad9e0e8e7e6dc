import Testing

@testable import NielsenAppApi

@Suite("tag payloads")
struct TagPayloadTests {
  /// Vector A of the design: the final distributor only.
  static let vectorA =
    "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/"
    + "CE0C61TsDo0jIrNn9N2yTPe6nVG3dHZHfgS52fJeQjf9fJCga9tj4OW4NXPZ9fI1mx0gfYUPBXnjqolHemZPtn_F"
    + "CoNg8Dqw8-Auruf15fU04pJfXTTN0IgZ4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvVjmPIdY5jyRQTA="
    + "/00000/21778/00"
  /// Vector C of the design: both content ids.
  static let vectorC =
    "www.nielsen.com/0UQ1mB-DRZMCTQ3Fr9zLjw==/EnVp4bRmgPx7KDNctoTVpQ==/"
    + "AAcCEP7hk_DDqQuocAM3JRHB7raS8j8yKAM2b3Na2F9Po4yWm87KA6Ubefb3Hb6Fj_GOijXnlXw1yzgKzpc0J-cC"
    + "EFEQqjGD2HHpSj5upGJyz6V0lx5j64rfFd4jyv3cxHGz_UKb-yJdHKTHKB11Iv_LJls1P1xbNT9iOo8="
    + "/10200/12000/00"

  static func check(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      switch TagPayload.check(UnsafeRawBufferPointer(bytes)) {
      case .empty: "empty"
      case .foreign: "foreign"
      case .malformed: "malformed"
      case .valid: "valid"
      }
    }
  }

  static func parse(_ text: String) -> TagPayload? {
    var text = text
    return text.withUTF8 { bytes in
      guard case .valid(let tag) = TagPayload.check(UnsafeRawBufferPointer(bytes)) else {
        return nil
      }
      return tag
    }
  }

  @Test("the unencrypted fields of the published payloads are parsed")
  func published() throws {
    let first = try #require(Self.parse(Self.vectorA))
    #expect(first.programContent.text == SamplePayload.nullID)
    #expect(first.finalDistributor.text == "pI-X5FFk07770SXf2ZbI6g==")
    #expect(first.programContentOffset == 0)
    #expect(first.finalDistributorOffset == 21778)
    #expect(first.breakout == 0)
    #expect(first.lastTagTime == 1_491_483_793)
    let both = try #require(Self.parse(Self.vectorC))
    #expect(both.programContent.text == "0UQ1mB-DRZMCTQ3Fr9zLjw==")
    #expect(both.programContentOffset == 10200)
    #expect(both.finalDistributorOffset == 12000)
    #expect(both.lastTagTime == 1_530_216_290)
  }

  @Test("trailing NUL, CR, LF and spaces are ignored", arguments: ["\0", "\r\n", "  ", "\0\n \r"])
  func padding(_ padding: String) {
    #expect(Self.parse(Self.vectorA + padding) == Self.parse(Self.vectorA))
  }

  @Test("an owner identifier with only padding counts as empty", arguments: ["", "\0", " \r\n"])
  func empty(_ text: String) { #expect(Self.check(text) == "empty") }

  @Test(
    "owner identifiers other than Nielsen's are foreign",
    arguments: [
      "com.apple.streaming.transportStreamTimestamp", "www.nielsen.co", "www.nielsen.comx/",
      "WWW.NIELSEN.COM/X", "x", " www.nielsen.com/X", "www.domain.com/CE0C61==", "🎬🎬🎬🎬🎬🎬",
    ]
  )
  func foreign(_ text: String) { #expect(Self.check(text) == "foreign") }

  /// A payload with the character at `position` replaced.
  static func replacing(_ position: Int, with character: Character) -> String {
    var characters = Array(vectorA)
    characters[position] = character
    return String(characters)
  }

  @Test("a payload without one of its separators is malformed", arguments: [40, 65, 234, 240, 246])
  func separator(_ position: Int) {
    #expect(Self.check(Self.replacing(position, with: "A")) == "malformed")
  }

  @Test(
    "a character outside the alphabet of its field makes a payload malformed",
    arguments: 16..<249
  )
  func alphabet(_ position: Int) {
    for character: Character in ["+", "*", ".", "~", "`", "@", "[", "{", "^", "\u{1}", ":"] {
      #expect(Self.check(Self.replacing(position, with: character)) == "malformed")
    }
  }

  @Test(
    "every base64url character is valid in every base64url field",
    arguments: [16, 37, 41, 62, 66, 150, 232]
  )
  func everyCharacter(_ position: Int) {
    for character in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
      #expect(Self.check(Self.replacing(position, with: character)) == "valid")
    }
  }

  @Test(
    "a letter in a digit field makes a payload malformed",
    arguments: [235, 239, 241, 245, 247, 248]
  )
  func digits(_ position: Int) {
    #expect(Self.check(Self.replacing(position, with: "a")) == "malformed")
  }

  @Test("a payload that is too short or too long is malformed", arguments: [16, 17, 100, 248])
  func length(_ count: Int) {
    #expect(Self.check(String(Self.vectorA.prefix(count))) == "malformed")
    #expect(Self.check(Self.vectorA + "0") == "malformed")
  }

  @Test("a payload with a character that is not ASCII is malformed")
  func notASCII() {
    #expect(Self.check(String(Self.vectorA.prefix(247)) + "é") == "malformed")
    #expect(Self.check(Self.replacing(100, with: "é")) == "malformed")
  }

  @Test("a tag time before 2010 is ignored")
  func implausible() throws {
    let tag = SamplePayload(finalDistributor: SamplePayload.distributor, lastTagTime: 1000).text
    #expect(try #require(Self.parse(tag)).lastTagTime == nil)
  }
}
