import LiveWatch
import System

/// Reads the lists of feeds again, beside the feeds: a server or a disk that hangs delays none of them.
final class ListFollower: Sendable {
  /// Seconds between two readings.
  static let interval = 60.0

  private struct State {
    var list: FeedList
    /// Read, and not taken yet.
    var isFresh = false
    var isDue = false
    var isOver = false
  }

  private let arguments: [String]
  private let download: FeedList.Download
  private let state: Shared<State>
  private let thread = OwnThread(label: "id3tap.lists")

  /// Follows the lists of which `list` was read.
  init(_ arguments: [String], _ list: FeedList, download: @escaping FeedList.Download) {
    self.arguments = arguments
    self.download = download
    state = Shared(State(list: list))
  }

  /// Begins to read.
  func start() {
    Task(executorPreference: thread) { [self] in
      while await isDue() {
        let before = state.withLock { $0.list }
        let list = FeedList(arguments, after: before, download: download)
        // Of lists that were not read to their ends the other feeds are not gone.
        if Interruption.isRequested { return }
        state.withLock { state in
          state.list = list
          state.isFresh = true
        }
      }
    }
  }

  /// Waits for the next reading; false when there is none.
  private func isDue() async -> Bool {
    _ = await state.wait(atMost: Self.interval) { $0.isDue || $0.isOver ? true : nil }
    return state.withLock { state in
      state.isDue = false
      return !state.isOver
    }
  }

  /// Reads the lists now.
  func reload() { state.withLock { $0.isDue = true } }

  /// The lists that were read since this was last asked; nil: none.
  func take() -> FeedList? {
    state.withLock { state in
      defer { state.isFresh = false }
      return state.isFresh ? state.list : nil
    }
  }

  /// Ends the reading, soon.
  func stop() { state.withLock { $0.isOver = true } }
}
