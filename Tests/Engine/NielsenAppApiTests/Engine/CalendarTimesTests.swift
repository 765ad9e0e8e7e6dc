import Testing

@testable import NielsenAppApi

@Suite("calendar times")
struct CalendarTimesTests {
  @Test(
    "UTC days and time stamps have the format of the original SDK's events",
    arguments: [
      (1_437_663_066, "2015-07-23 14:51:06 +0000", "20150723"),
      (0, "1970-01-01 00:00:00 +0000", "19700101"),
      (-1, "1969-12-31 23:59:59 +0000", "19691231"),
      (951_782_400, "2000-02-29 00:00:00 +0000", "20000229"),
      (951_868_799, "2000-02-29 23:59:59 +0000", "20000229"),
      (1_709_164_800, "2024-02-29 00:00:00 +0000", "20240229"),
      (4_107_542_400, "2100-03-01 00:00:00 +0000", "21000301"),
      (253_402_300_799, "9999-12-31 23:59:59 +0000", "99991231"),
    ] as [(Int64, String, String)]
  )
  func moments(_ seconds: Int64, _ timeStamp: String, _ day: String) {
    #expect(DecimalTime.timeStamp(seconds) == timeStamp)
    #expect(DecimalTime.day(seconds) == day)
  }

  @Test(
    "the smallest and largest Int64 are converted to a day without overflow",
    arguments: [Int64.min, .max]
  )
  func extremes(_ seconds: Int64) { #expect(!DecimalTime.day(seconds).isEmpty) }
}
