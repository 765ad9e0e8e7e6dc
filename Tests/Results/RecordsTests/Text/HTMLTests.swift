import Formats
import System
import Testing

@testable import Records

@Suite struct HTMLTests {
  @Test(
    "text in elements and attributes is escaped scalar by scalar",
    arguments: [
      ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("plain, 2 µs", "plain, 2 µs"), ("", ""),
      ("\"\u{301}<\u{20dd}'\u{200d}", "&quot;\u{301}&lt;\u{20dd}&#39;\u{200d}"),
      ("a\nb\tc\u{1b}[1m\u{202e}", "a\nb\\u{9}c\\u{1b}[1m\\u{202e}"),
      ("\r\n", "\\u{d}\\u{a}"), ("\\(x){{x}}", "\\(x){{x}}"),
    ]
  )
  func escaping(text: String, markup: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(html.markup == "<p title=\"\(markup)\">\(markup)</p>")
    #expect(HTML(text: text).markup == markup)
    #expect(("\(text.dropFirst(0))" as HTML).markup == markup)
  }

  @Test("markup is not escaped, including optional and conditional parts")
  func parts() {
    let cells = ["a", "<"].map { "<td>\($0)</td>" as HTML }
    let row: HTML = "<tr>\(cells)</tr>"
    #expect(row.markup == "<tr><td>a</td><td>&lt;</td></tr>")
    let none: String? = nil
    let line: HTML = """
      \(none.map { "<b>\($0)</b>" })\(Optional("<").map { "<i>\($0)</i>" })\(if: true, "<u>\(7)</u>")\
      \(if: false, "<s>")\(cells, separator: "|")\(cells.isEmpty ? "<none>" : "<some>")
      """
    #expect(
      line.markup == "<i>&lt;</i><u>7</u><td>a</td>|<td>&lt;</td>&lt;some&gt;"
    )
    var sum = row + "<br>"
    sum += "\(3)"
    #expect(sum.markup == row.markup + "<br>3")
  }

  @Test(
    "the policy of a page, in its head and as an HTTP header, allows only its own style and script"
  )
  func policy() {
    func hash(_ text: String) -> String { Base64.encode(SHA256.digest(of: text.utf8)) }
    for isServed in [false, true] {
      let page = HTMLPage(style: "a{}", script: "1<2", isServed: isServed)
      let text = (page.opening(title: "<t>") + page.closing).markup
      #expect(text.contains("<title>&lt;t&gt;</title>") && text.contains("<script>1<2</script>"))
      let head = page.header.replacing("; frame-ancestors 'none'", with: "")
      #expect(head != page.header)
      #expect(text.contains("content=\"\(head.replacing("'", with: "&#39;"))\""))
      #expect(head.contains("style-src 'sha256-\(hash("a{}"))';"))
      #expect(head.contains("script-src 'sha256-\(hash("1<2"))';"))
      #expect(head.hasPrefix("default-src 'none'; ") && !head.contains("unsafe"))
      #expect(head.contains("connect-src 'self'") == isServed)
      #expect(text.contains("rel=\"icon\"") == isServed)
    }
  }
}
