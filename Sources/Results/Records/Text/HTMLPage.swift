import Formats
import System

/// What every page begins and ends with: the head with its policy, one style and one script. A page is one
/// file that loads nothing.
package struct HTMLPage: Sendable {
  private let style: String
  private let script: String
  /// Whether the page asks the server that it comes from for news.
  private let isServed: Bool
  /// Nothing but the style and the script of the page, nothing from elsewhere, and no text that becomes
  /// markup (Content Security Policy 3, Trusted Types).
  private let policy: String

  /// The policy as a header of HTTP, which also keeps other pages from framing this one.
  package var header: String { "\(policy); frame-ancestors 'none'" }

  /// Makes the frame of pages with this style and script.
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

  /// Up to the content. The icon of a served page keeps the browser from asking for one.
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

  /// After the content.
  package var closing: HTML {
    """
    <script>\(HTML(resource: script))</script>
    </body>
    </html>

    """
  }
}
