import Foundation
import Synchronization

/// A program outside the package that some tests need.
public enum Tool {
  /// The browser of the tests: Chromium without windows, which starts in a third of the time. Debian's program on the
  /// path is a script that would not forward a signal.
  public static let browser = "/usr/lib/chromium/chromium-headless-shell"

  private static let known = Mutex<[String: Bool]>([:])

  /// Whether tests that need these programs run: all programs are installed or, because of `ID3TAP_REQUIRE_TOOLS`, the
  /// tests fail without them.
  public static func isThere(_ names: String...) -> Bool {
    if ProcessInfo.processInfo.environment["ID3TAP_REQUIRE_TOOLS"] == "1" { return true }
    return names.allSatisfy { name in
      known.withLock { known in
        if let answer = known[name] { return answer }
        let answer = isOnPath(name)
        known[name] = answer
        return answer
      }
    }
  }

  private static func isOnPath(_ name: String) -> Bool {
    if name.hasPrefix("/") { return FileManager.default.isExecutableFile(atPath: name) }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }
  }
}
