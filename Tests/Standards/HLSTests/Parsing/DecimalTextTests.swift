import Testing

@testable import HLS

struct DecimalTextTests {
  @Test(
    "integers consist of digits only",
    arguments: [
      ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
      ("99999999999999999999", nil), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil),
      ("1 ", nil), ("0x1", nil), ("NaN", nil),
    ] as [(String, Int?)]
  )
  func integers(text: String, expected: Int?) {
    #expect(DecimalText.integer(text.utf8) == expected)
  }

  @Test(
    "a number has at most one minus sign and one point, and is at most 10⁹",
    arguments: [
      ("0", 0), ("10", 10), ("9.967", 9.967), ("-30", -30), (".5", 0.5), ("5.", 5),
      ("1000000000", 1e9), ("1000000001", nil), ("", nil), ("-", nil), (".", nil), ("-.", nil),
      ("1.2.3", nil), ("1e3", nil), ("inf", nil), ("nan", nil), ("0x1p3", nil), ("1,5", nil),
      ("--1", nil), ("99999999999999999999999999999999999999", nil),
    ] as [(String, Double?)]
  )
  func numbers(text: String, expected: Double?) {
    #expect(DecimalText.number(text.utf8) == expected)
  }
}
