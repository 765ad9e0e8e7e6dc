import Formats
import Testing

@Suite struct PrometheusLabelTests {
  @Test(
    "backslashes, quotes, ends of lines and control characters of a label are escaped",
    arguments: [("a\\b\"c\nd", "a\\\\b\\\"c\\nd"), ("å\u{1b}[31m\u{7}", "å\\\\u{1b}[31m\\\\u{7}")]
  )
  func escaping(text: String, escaped: String) {
    #expect(PrometheusLabel.escaping(text) == escaped)
  }
}
