import Foundation

/// The axe-core installed by `make tools`. It finds faults that keep people with a screen reader, a keyboard or low
/// vision from using a page.
public enum Axe {
  private static let script: URL? = {
    let folder = Corpus.packageRoot.appendingPathComponent(".build/tools/lib")
    let versions = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return versions?.map {
      $0.appendingPathComponent("site-packages/axe_playwright_python/axe.min.js")
    }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// Whether tests that need axe-core run: axe-core is installed or, because of `ID3TAP_REQUIRE_TOOLS`, the tests fail
  /// without it.
  public static var isThere: Bool {
    script != nil || ProcessInfo.processInfo.environment["ID3TAP_REQUIRE_TOOLS"] == "1"
  }

  /// The findings of axe-core on the current page of a browser, one line per element.
  public static func violations(of browser: Browser) throws -> [String] {
    guard let script else {
      throw Browser.Failure(description: "axe-core is missing: 'make tools' installs it")
    }
    let source = try String(contentsOf: script, encoding: .utf8)
    _ = try browser.text("(() => {\(source)\n; return 'loaded'})()")
    let lines = try browser.outcome(
      """
      axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations.flatMap(
        violation => violation.nodes.map(node =>
          violation.id + ': ' + node.target.join(' ') + ': ' + node.failureSummary.replace(/\\s+/g, ' ')
        )).join('\\n'))
      """
    )
    return lines.split(separator: "\n").map { String($0) }
  }
}
