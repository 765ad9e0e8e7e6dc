import Foundation
import Synchronization

/// A program from outside the package that some tests need.
public enum Tool {
  private static let known = Mutex<[String: Bool]>([:])

  /// Whether tests that need these programs are to run: all are installed, or `ID3TAP_REQUIRE_TOOLS`
  /// says that a missing one is a failure.
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
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }
  }
}
