import Formats
import Testing

@Suite struct PrometheusTextTests {
  @Test(
    "backslashes, quotes, line breaks and control characters in a label value are escaped",
    arguments: [("a\\b\"c\nd", "a\\\\b\\\"c\\nd"), ("å\u{1b}[31m\u{7}", "å\\\\u{1b}[31m\\\\u{7}")]
  )
  func escaping(text: String, escaped: String) {
    var page = PrometheusText()
    page.write("up", "Whether.", .gauge, [([("feed", text)], "1")])
    #expect(page.text == "# HELP up Whether.\n# TYPE up gauge\nup{feed=\"\(escaped)\"} 1\n")
  }
}
