import Testing

@testable import Fetching

@Suite struct HTTPDateTests {
  @Test(
    "dates are read in all forms that servers write",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "6 November 1994 8:49:37",
    ]
  )
  func dates(text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(
    "what is no date is none",
    arguments: [
      "", "0", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
      "Sun, 06 Abc 1994 08:49:37 GMT", "Sun, 06 Nov 1500 08:49:37 GMT",
    ]
  )
  func senseless(text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
