import LiveWatch
import System

/// The file of `--mute`. It is read again every few seconds, on the thread of the lists: a disk that hangs delays no feed.
struct MuteFile: Sendable {
  private static let interval = 5.0
  private static let sizeLimit = 1 << 20

  private let path: String
  private let list = MuteList()
  private let warn: @Sendable (String) -> Void

  /// Makes a list for a file that has not been read; `warn` takes what is wrong with it.
  init(_ path: String, warn: @escaping @Sendable (String) -> Void) {
    (self.path, self.warn) = (path, warn)
  }

  /// The rules of the file, as they were last read.
  var mutes: MuteList { list }

  /// Reads the file, and again until the task is cancelled.
  func follow() async {
    await withTaskExecutorPreference(ListFollower.thread) {
      var before: [UInt8]?
      var problem: String?
      while !Task.isCancelled {
        do throws(SmallFile.ReadError) {
          let bytes = try SmallFile.bytes(of: path, upTo: Self.sizeLimit)
          if bytes != before { take(bytes) }
          (before, problem) = (bytes, nil)
        } catch {
          // The rules that were read before stay.
          let words =
            "--mute \(path): \(error.description): write the file, or leave the option out"
          if words != problem { warn(words) }
          problem = words
        }
        try? await Task.sleep(for: .seconds(Self.interval))
      }
    }
  }

  private func take(_ bytes: [UInt8]) {
    let (rules, problems) = MuteRule.read(String(decoding: bytes, as: UTF8.self))
    list.replace(rules)
    for words in problems { warn("--mute \(path): \(words)") }
  }
}
