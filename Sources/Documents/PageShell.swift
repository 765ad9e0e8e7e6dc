import CResources
import Formats
import System

/// The frame that the pages of `explain`, `compare`, `rehearse` and `report --diff` share: style, filter,
/// landmarks. One file that loads nothing.
package struct PageShell: Sendable {
  /// The title of the document and its heading.
  package let title: String
  /// The sentence under the heading.
  package let lead: String

  private static let style = String(cString: shell_css())
  private static let script = String(cString: shell_js())

  package init(title: String, lead: String) {
    self.title = title
    self.lead = lead
  }

  /// Up to the content.
  package var opening: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="id3tap">
    <title>\(Self.text(title))</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <header>
    <h1>\(Self.text(title))</h1>
    <p class="lead">\(Self.text(lead))</p>
    </header>
    <main>

    """
  }

  /// After the content.
  package static let closing = """
    </main>
    <footer>Made by id3tap. Independent software, not affiliated with Nielsen; not a certification. \
    This page is one file and loads nothing from the network.</footer>
    <script>\(script)</script>
    </body>
    </html>

    """

  /// The controls over the entries of a page, which are elements with `data-level`. `noun` names one entry;
  /// without a headline the script counts the entries and lists their most frequent findings. `only` is
  /// the label of the box that hides all but errors; nil where every entry is one.
  package static func controls(
    noun: String,
    headline: String? = nil,
    only: String? = "Errors only"
  ) -> String {
    let box =
      only.map {
        "<label class=\"tick\"><input name=\"errors\" type=\"checkbox\"> \(text($0))</label>\n"
      } ?? ""
    let causes =
      headline == nil
      ? """
      <p class="headline" id="headline"></p>
      <ol class="causes" id="causes" aria-label="Most frequent findings" hidden></ol>

      """ : "<p class=\"headline\">\(text(headline ?? ""))</p>\n"
    return causes + """
      <form id="filter" class="controls scripted-only" data-noun="\(text(noun))" autocomplete="off">
      <label class="grow">Filter <input name="text" type="search" spellcheck="false"></label>
      \(box)<button type="button" id="expand">Expand all</button>
      <button type="reset">Show all</button>
      </form>
      <p class="soft scripted-only" id="shown" role="status"></p>
      <noscript><p class="cut">Filter and summary need JavaScript.</p></noscript>

      """
  }

  /// The one place where text becomes markup. Invisible characters are shown by their number, as in tables.
  package static func text(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { XMLText.escaping(PrintableText.escaping(String($0))) }
      .joined(separator: "\n")
  }

  /// Only the page's own style and script, and no text that becomes markup (Content Security Policy 3,
  /// Trusted Types).
  private static let policy =
    "default-src 'none'; style-src \(source(style)); script-src \(source(script)); base-uri 'none'; "
    + "form-action 'none'; require-trusted-types-for 'script'"

  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))'"
  }
}
