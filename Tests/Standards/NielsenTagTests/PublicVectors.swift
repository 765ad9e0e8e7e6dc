import NielsenTag
import Testing

/// A payload with all its known values, from a public example or written for the tests.
struct PayloadVector: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var kind: NielsenPayload.Kind
  var pcCID: String
  var fdCID: String
  var pcOffset: Int
  var fdOffset: Int
  var breakout = "00"
  var littleEndianSequence: UInt16
  var bigEndianSequence: UInt16
  var typeByte: UInt8
  var usedBlocks: [Int]
  var blockZero: String
  var firstTagTime: Int64
  var lastTagTime: Int64
  var checksum: UInt16
  var payloadSHA256: String
  var tagSHA256: String

  var testDescription: String { name }

  static let nullCID = "5f5d34cdd08819e2258199e4623e94bd"

  static let all = [a, b, c, s1, s2]

  /// Adobe Primetime TVSDK for iOS, "Parsing Nielsen ID3 tags".
  static let a = PayloadVector(
    name: "A",
    text: "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/pI-X5FFk07770SXf2ZbI6g==/"
      + "CE0C61TsDo0jIrNn9N2yTPe6nVG3dHZHfgS52fJeQjf9fJCga9tj4OW4NXPZ9fI1mx0gfYUPBXnjqolHemZPtn_F"
      + "CoNg8Dqw8-Auruf15fU04pJfXTTN0IgZ4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvVjmPIdY5jyRQTA="
      + "/00000/21778/00",
    kind: .data,
    pcCID: nullCID,
    fdCID: "a48f97e45164d3befbd125dfd996c8ea",
    pcOffset: 0,
    fdOffset: 21778,
    littleEndianSequence: 19720,
    bigEndianSequence: 2125,
    typeByte: 2,
    usedBlocks: [0, 1, 2, 3, 4],
    blockZero: "eb54ec0e8d2322b367f4ddb24cf7ba9d",
    firstTagTime: 1_491_483_783,
    lastTagTime: 1_491_483_793,
    checksum: 0x4130,
    payloadSHA256: "b8396834c0a8deaeb52c5c988022bcd62f81092ce73bc8000dfb1f92612811e6",
    tagSHA256: "d5a6c4d0fdab05593e027724c948d60117f30f0f88f46d4ef7dff9418df0a09f"
  )

  /// Adobe, "DTVR/MTVR Implementation".
  static let b = PayloadVector(
    name: "B",
    text: "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/X100zdCIGeIlgZnkYj6UvQ==/"
      + "AAAB2Jz2_k74GXSzx4npHuI_JwJd3QSUpW30rDkGTcbHEzIMWleCzM-uvNOP9fzJcQMWQLJqzXMCAxParOb5sGij"
      + "SV9dNM3QiBniJYGZ5GI-lL1fXTTN0IgZ4iWBmeRiPpS9AAAAAAAAAAAAAAAAAAAAAFJWFM5SVhTONNU="
      + "/00000/00000/00",
    kind: .info,
    pcCID: nullCID,
    fdCID: nullCID,
    pcOffset: 0,
    fdOffset: 0,
    littleEndianSequence: 0,
    bigEndianSequence: 0,
    typeByte: 1,
    usedBlocks: [0, 1, 2, 3],
    blockZero: "d89cf6fe4ef81974b3c789e91ee23f27",
    firstTagTime: 1_381_373_134,
    lastTagTime: 1_381_373_134,
    checksum: 0x34d5,
    payloadSHA256: "7dda3fa503320bb7ee4f7005fd7459019f1c99e3e88c81291f0ef0075eda54ae",
    tagSHA256: "3646101e192142b60e2c00a372489bfacb26954749a7e91a28b87cbde1e94074"
  )

  /// A public Node.js sample application.
  static let c = PayloadVector(
    name: "C",
    text: "www.nielsen.com/0UQ1mB-DRZMCTQ3Fr9zLjw==/EnVp4bRmgPx7KDNctoTVpQ==/"
      + "AAcCEP7hk_DDqQuocAM3JRHB7raS8j8yKAM2b3Na2F9Po4yWm87KA6Ubefb3Hb6Fj_GOijXnlXw1yzgKzpc0J-cC"
      + "EFEQqjGD2HHpSj5upGJyz6V0lx5j64rfFd4jyv3cxHGz_UKb-yJdHKTHKB11Iv_LJls1P1xbNT9iOo8="
      + "/10200/12000/00",
    kind: .data,
    pcCID: "d14435981f834593024d0dc5afdccb8f",
    fdCID: "127569e1b46680fc7b28335cb684d5a5",
    pcOffset: 10200,
    fdOffset: 12000,
    littleEndianSequence: 1792,
    bigEndianSequence: 7,
    typeByte: 2,
    usedBlocks: [0, 1, 2, 3, 4, 5, 6],
    blockZero: "10fee193f0c3a90ba87003372511c1ee",
    firstTagTime: 1_530_216_284,
    lastTagTime: 1_530_216_290,
    checksum: 0x3a8f,
    payloadSHA256: "119b29742ea4d30addd107ccfaf695865f0ef3465fd7fc40b66a19c13577d906",
    tagSHA256: "2108ba7440b96d480f0c001081ac36534efd03456acb1c92d88129118f16a953"
  )

  static let s1 = PayloadVector(
    name: "S1",
    text: "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6SlpqeoqaqrrK2urw==/"
      + "AQECEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QEFCQ0RFRkdISUpLTE1O"
      + "T1BRUlNUVVZXWFlaW1xdXl9fXTTN0IgZ4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvWVT8QBlU_EKJQA="
      + "/00000/21778/00",
    kind: .data,
    pcCID: nullCID,
    fdCID: "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
    pcOffset: 0,
    fdOffset: 21778,
    littleEndianSequence: 0x0101,
    bigEndianSequence: 0x0101,
    typeByte: 2,
    usedBlocks: [0, 1, 2, 3, 4],
    blockZero: "101112131415161718191a1b1c1d1e1f",
    firstTagTime: 1_700_000_000,
    lastTagTime: 1_700_000_010,
    checksum: 0x2500,
    payloadSHA256: "1d29e0e00d6ca3c61838773b00c348d9ecd4b635d4f2491788a6adb6424efdb8",
    tagSHA256: "da39bca45e888a6ad04ca8c68e0e3178d90093dba3eb787fb47776d13a03a1e6"
  )

  static let s2 = PayloadVector(
    name: "S2",
    text: "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/X100zdCIGeIlgZnkYj6UvQ==/"
      + "AgIBEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QEFCQ0RFRkdISUpLTE1O"
      + "T19dNM3QiBniJYGZ5GI-lL1fXTTN0IgZ4iWBmeRiPpS9AAAAAAAAAAAAAAAAAAAAAGVT8QxlU_EMH5c="
      + "/00000/00000/00",
    kind: .info,
    pcCID: nullCID,
    fdCID: nullCID,
    pcOffset: 0,
    fdOffset: 0,
    littleEndianSequence: 0x0202,
    bigEndianSequence: 0x0202,
    typeByte: 1,
    usedBlocks: [0, 1, 2, 3],
    blockZero: "101112131415161718191a1b1c1d1e1f",
    firstTagTime: 1_700_000_012,
    lastTagTime: 1_700_000_012,
    checksum: 0x1f97,
    payloadSHA256: "995a35394d74f810f379959c22fba0c67eb97198dcb16242df5194491b33dd46",
    tagSHA256: "82fc501ebf8886f77b4404b83b89fb82fdc79e6396e218953e3b79bac53246af"
  )

  /// The blob from a public load-test script, with an invented host name and tail.
  static let blobOfD =
    "5k0Cb0ZUOvGrV-fho5xWJF3k14WNfgdyeyEGwlAyUT242tTY9uiAtkTWdElIMCXTK8QamZdZWWVLfSbZeo9VzSlOiPZQ"
    + "8RLhGpInjK3qwUaLwUpfXTTN0IgZ4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvVKyPIZSsjyQPPY="

  /// A payload that was cut off inside its blob, in the form of AOMediaCodec/id3-emsg issue 42.
  static let partial =
    "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/K8Upx4CjmUIss2lHq3rwXg==/gA8C"
}

extension Sequence<UInt8> {
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
