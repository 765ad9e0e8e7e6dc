import HLS
import Testing

struct DeliveryDirectivesTests {
  @Test(
    "delivery directives are appended to a URI's query in order, and replace older directives",
    arguments: [
      (
        "http://h/a", DeliveryDirectives(mediaSequenceNumber: 273, part: 2),
        "http://h/a?_HLS_msn=273&_HLS_part=2"
      ),
      (
        "http://h/a?x=1&y", DeliveryDirectives(mediaSequenceNumber: 1, skip: .segments),
        "http://h/a?x=1&y&_HLS_msn=1&_HLS_skip=YES"
      ),
      (
        "http://h/a?_HLS_msn=1&x=%20&_HLS_part=3&_HLS_skip=v2#f",
        DeliveryDirectives(skip: .segmentsAndDateRanges), "http://h/a?x=%20&_HLS_skip=v2#f"
      ),
      ("http://h/a", DeliveryDirectives(part: 2), "http://h/a"),
      ("http://h/a?_HLS_msn=1", DeliveryDirectives(), "http://h/a"),
    ]
  )
  func applied(uri: String, directives: DeliveryDirectives, expected: String) {
    #expect(directives.applied(to: uri) == expected)
  }
}
