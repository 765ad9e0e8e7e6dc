import CResources
import Documents

/// The page: one document without other resources. Data of requests comes to it as JSON.
enum PageDocument {
  private static let page = HTMLPage(
    style: String(cString: page_css()),
    script: String(cString: page_js()),
    isServed: true
  )

  /// The document in UTF-8.
  static let bytes: [UInt8] = {
    let content = HTML(resource: String(cString: page_html()))
    let opening = page.opening(title: "Pings – id3tap collect")
    return Array((opening + content + page.closing).markup.utf8)
  }()

  /// The policy of the page.
  static let policy = page.header
}
