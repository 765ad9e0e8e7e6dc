import CResources
import Formats
import System

/// The beginning and end of every page, with a security policy, one style and one script.
package struct HTMLPage: Sendable {
  private let style: String
  private let script: String
  /// Whether the page may request updates from its own server.
  private let isServed: Bool
  /// A policy that allows only the page's style and script and, for a served page, `data:` images and requests to its
  /// server. The policy forbids turning text into markup (Content Security Policy 3, Trusted Types).
  private let policy: String

  /// The policy as an HTTP header, which also prevents other pages from embedding this page in a frame.
  package var header: String { "\(policy); frame-ancestors 'none'" }

  /// Makes pages with this style and script. `isServed` allows requests to their own server.
  package init(style: String, script: String, isServed: Bool = false) {
    (self.style, self.script, self.isServed) = (style, script, isServed)
    func source(_ text: String) -> String {
      "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))'"
    }
    policy =
      "default-src 'none'; style-src \(source(style)); script-src \(source(script)); "
      + (isServed ? "connect-src 'self'; img-src data:; " : "")
      + "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
  }

  /// The page up to its content. A served page has an empty icon, so that the browser does not request one.
  package func opening(title: String) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="id3tap">
    <title>\(title)</title>
    \(if: isServed, "<link rel=\"icon\" href=\"data:,\">\n")<style>\(HTML(resource: style))</style>
    </head>
    <body>

    """
  }

  package var closing: HTML {
    """
    <script>\(HTML(resource: script))</script>
    </body>
    </html>

    """
  }
}

/// The beginning and end of the pages of `explain`, `compare`, `rehearse`, `trace` and `report --diff`.
package enum PageShell {
  private static let page = HTMLPage(
    style: String(cString: shell_css()),
    script: String(cString: shell_js())
  )

  /// The page up to its content. `lead` is the sentence below the heading.
  package static func opening(title: String, lead: String) -> HTML {
    page.opening(title: title) + """
      <header>
      <h1>\(title)</h1>
      <p class="lead">\(lead)</p>
      </header>
      <main>

      """
  }

  package static let closing =
    """
    </main>
    <footer>Made by id3tap. Independent software, not affiliated with Nielsen; not a certification. \
    This page is one file and loads nothing from the network.</footer>

    """ + page.closing

  /// The controls that filter the entries of a page. Entries are elements with `data-level`; `noun` names one entry. If
  /// `headline` is nil, the script counts the entries and lists their most frequent findings. `status` is the class of
  /// a headline with a verdict: `fail` or `pass`. `only` labels the box that hides all entries without errors; nil if
  /// every entry is an error.
  package static func controls(
    noun: String,
    headline: String? = nil,
    status: String = "",
    only: String? = "Errors only"
  ) -> HTML {
    let counted: HTML = """
      <p class="headline" id="headline"></p>
      <ol class="causes" id="causes" aria-label="Most frequent findings" hidden></ol>
      """
    let box = only.map { label -> HTML in
      "<label class=\"tick\"><input name=\"errors\" type=\"checkbox\"> \(label)</label>\n"
    }
    return """
      \(headline.map { "<p class=\"headline \(status)\">\($0)</p>" } ?? counted)
      <form id="filter" class="controls scripted-only" data-noun="\(noun)" autocomplete="off">
      <label class="grow">Filter <input name="text" type="search" spellcheck="false"></label>
      \(box)<button type="button" id="expand">Expand all</button>
      <button type="reset">Show all</button>
      </form>
      <p class="soft scripted-only" id="shown" role="status"></p>
      <noscript><p class="cut">Filter and summary need JavaScript.</p></noscript>

      """
  }
}

/// Writes rows as a page with the style of `PageShell`. The section of a row may be empty.
package struct HTMLRows<Row>: RowDocument {
  /// The beginning of the page until it is written.
  private var opening: HTML
  private let section: @Sendable (Row) -> HTML

  package init(opening: HTML, _ section: @escaping @Sendable (Row) -> HTML) {
    (self.opening, self.section) = (opening, section)
  }

  package mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    bytes += (opening + section(row)).markup.utf8
    opening = ""
  }

  package mutating func finish(to bytes: inout [UInt8]) {
    bytes += (opening + PageShell.closing).markup.utf8
  }
}
