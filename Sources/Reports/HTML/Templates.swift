import CResources
import Formats
import Foundation
import Mustache

/// The templates of the page, which are part of the binary.
struct Templates {
  /// The escaped text for `{{name}}`. The library escapes whole characters, and treats `"` with a combining
  /// mark after it as another character than `"`: a browser does not, so that scalars are escaped here.
  private struct Markup: MustacheContentType {
    func escapeText(_ text: String) -> String {
      XMLText.escaping(text).replacing("'", with: "&#39;")
    }
  }

  private let library: MustacheLibrary

  init() throws {
    MustacheContentTypes.register(Markup(), named: "MARKUP")
    library = MustacheLibrary(
      templates: try [
        "page-head": page_head_mustache(),
        "overview": overview_mustache(),
        "rules": rules_mustache(),
        "plain-rows": plain_rows_mustache(),
        "plain-detail": plain_detail_mustache(),
        "page-end": page_end_mustache(),
        "difference": difference_mustache(),
        "comparisons": comparisons_mustache(),
        "rehearsal": rehearsal_mustache(),
      ].mapValues { try MustacheTemplate(string: String(cString: $0)) }
    )
  }

  /// The text of a template with the given values: strings, flags, and arrays of the same.
  func text(of name: String, _ values: [String: Any]) -> [UInt8] {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("there is no template '\(name)'")
    }
    return Array(text.utf8)
  }
}
