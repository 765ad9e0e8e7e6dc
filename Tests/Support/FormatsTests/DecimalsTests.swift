import Testing

@testable import Formats

@Suite struct DecimalsTests {
  @Test(
    "seconds are written with one to three decimals",
    arguments: [
      (0, "0.0"), (8.567, "8.567"), (300, "300.0"), (1.5, "1.5"), (2.0004, "2.0"),
      (2.0005, "2.001"), (-0.25, "-0.25"), (-0.0001, "0.0"), (100, "100.0"), (0.01, "0.01"),
    ]
  )
  func seconds(number: Double, text: String) {
    #expect(Decimals.seconds(number) == text)
  }

  @Test(
    "seconds that are too large or not finite have no text",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300]
  )
  func unwritable(number: Double) {
    #expect(Decimals.seconds(number) == nil)
  }

  @Test(
    "seconds in fixed form always have three decimals",
    arguments: [(300, "300.000"), (8.5, "8.500")]
  )
  func fixed(number: Double, text: String) {
    #expect(Decimals.fixed(number) == text)
  }
}
