import LiveWatch
import System

/// Reads the lists of feeds again, once a minute and on SIGHUP, on a thread for such files: a server or a disk that hangs
/// delays no feed.
struct ListFollower {
  /// Seconds between two readings.
  static let interval = 60.0

  private let arguments: [String]
  private let fetch: @Sendable () async -> FeedList.Download
  /// The lists, and how often they were read.
  private let latest: Shared<(list: FeedList, count: Int)>
  /// Reads lists, and the file of `--mute`.
  static let thread = OwnThread(label: "id3tap.lists")

  /// Follows the lists of which `list` was read; `fetch` fetches those on servers.
  init(
    _ arguments: [String],
    _ list: FeedList,
    fetch: @escaping @Sendable () async -> FeedList.Download
  ) {
    self.arguments = arguments
    self.fetch = fetch
    latest = Shared((list, 1))
  }

  /// Waits until the lists are to be read again, by default a minute or until SIGHUP, and reads them; nil in a task that is
  /// cancelled.
  func next(
    _ wait: () async -> Void = { _ = await ReloadSignal.wait(for: .lists, atMost: interval) }
  ) async -> FeedList? {
    await wait()
    guard !Task.isCancelled else { return nil }
    let (before, count) = latest.read { $0 }
    let reading = Task(executorPreference: Self.thread) { [arguments, latest, fetch] in
      let list = FeedList(arguments, after: before, download: await fetch())
      // Of lists that were not read to their ends the other feeds are not gone.
      if !Task.isCancelled { latest.withLock { $0 = (list, count + 1) } }
    }
    // A disk that hangs does not delay the end.
    defer { reading.cancel() }
    return await latest.wait { $0.count > count ? $0.list : nil }
  }
}
