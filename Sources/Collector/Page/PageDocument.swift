import CResources
import Formats
import System

/// The page: one document without other resources. Data of requests comes to it as JSON.
enum PageDocument {
  private static let style = String(cString: page_css())
  private static let script = String(cString: page_js())
  private static let body = String(cString: page_html())

  /// The document in UTF-8.
  static let bytes = Array(
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Pings – id3tap collect</title>
    <link rel="icon" href="data:,">
    <style>\(style)</style>
    </head>
    \(body)<script>\(script)</script>
    </body>
    </html>

    """.utf8
  )

  /// Nothing but the page's own style and script, and what the collector itself gives; no text becomes
  /// markup (Content Security Policy 3, Trusted Types).
  static let policy =
    "default-src 'none'; style-src \(source(style)); script-src \(source(script)); connect-src "
    + "'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'"

  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.encode(SHA256.digest(of: text.utf8)))'"
  }
}
