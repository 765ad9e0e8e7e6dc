import CResources
import Formats
import System

/// The common parts of every page: the head with its policy, and the end.
struct HTMLPage {
  let templates: Templates
  let title: String
  /// The script in the browser; nil for pages that only show.
  let script: String?
  /// The line under the title: what the page is of.
  let lead: String

  private static let style = [report_css(), report_index_css(), detail_css()]
    .map { String(cString: $0) }.joined()

  /// The script of a report: the parts of the detail page, the index page, what it prints, then what
  /// uses them.
  static let reportScript = [
    timeline_spans_js(), timeline_js(), timeline_hands_js(), plots_js(), detail_parts_js(),
    detail_js(), report_index_js(), report_print_js(), report_js(),
  ]
  .map { String(cString: $0) }.joined(separator: "\n")

  /// Up to the first section.
  var head: [UInt8] {
    templates.text(
      of: "page-head",
      ["title": title, "lead": lead, "policy": policy, "style": Self.style]
    )
  }

  /// After the last section; `blocks` are scripts.
  func end(_ blocks: String = "") -> [UInt8] {
    templates.text(of: "page-end", ["blocks": blocks])
  }

  /// The script and the end of the document.
  var closing: [UInt8] {
    Array((script.map { "<script>\($0)</script>\n" } ?? "").utf8) + "</body>\n</html>\n".utf8
  }

  /// Nothing but the style and the script of the page itself, nothing from elsewhere, and no text that
  /// becomes markup (Content Security Policy 3, Trusted Types).
  private var policy: String {
    let scripts = script.map { " script-src \(Self.source($0));" } ?? ""
    return "default-src 'none'; style-src \(Self.source(Self.style));\(scripts) base-uri 'none'; "
      + "form-action 'none'; require-trusted-types-for 'script'"
  }

  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))'"
  }
}

/// Data for the script of a page: JSON in an element that no browser runs.
enum DataBlock {
  /// The element. In a script only `<` can end it or begin a comment.
  static func append(_ json: JSONValue, id: String, to bytes: inout [UInt8]) {
    bytes += "<script type=\"application/json\" id=\"\(id)\">".utf8
    var text: [UInt8] = []
    json.append(to: &text)
    appendEscaped(text, to: &bytes)
    bytes += "</script>\n".utf8
  }

  private static func appendEscaped(_ text: [UInt8], to bytes: inout [UInt8]) {
    var rest = text[...]
    while let index = rest.firstIndex(of: UInt8(ascii: "<")) {
      bytes += rest[..<index]
      bytes += "\\u003c".utf8
      rest = rest[(index + 1)...]
    }
    bytes += rest
  }
}
