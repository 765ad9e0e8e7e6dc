import TestSupport
import Testing

@testable import Commands

/// The task that reads lists again. The content of lists is tested in `FeedListTests`.
@Suite(.ownThread) struct ListFollowerTests {
  /// A server of a list.
  private final class Server: Sendable {
    struct State: Sendable {
      var feeds: [String] = ["http://a/"]
      var requests = 0
      var isHanging = false
    }

    let state = Monitor(State())

    /// Waits for this many requests.
    func wait(for count: Int) { state.wait { $0.requests >= count ? true : nil } }

    var download: FeedList.Download {
      { [state] _ in
        state.withLock { $0.requests += 1 }
        let feeds = state.wait { $0.isHanging ? nil : $0.feeds }
        let targets = feeds.map { "\"\($0)\"" }.joined(separator: ",")
        return .success(Array("[{\"targets\": [\(targets)]}]".utf8))
      }
    }
  }

  private let server = Server()
  private let arguments = ["@http://sd.example/"]

  private func follower() -> ListFollower {
    let list = FeedList(arguments, download: server.download)
    #expect(list.feeds.map(\.text) == ["http://a/"])
    return ListFollower(arguments, list, download: server.download)
  }

  @Test("lists are read again when that is asked for, and each version is handed over once")
  func reload() {
    let follower = follower()
    follower.start()
    #expect(follower.take() == nil)
    server.state.withLock { $0.feeds = ["http://a/", "http://b/"] }
    follower.reload()
    server.wait(for: 2)
    // The next reading begins when the one before has been noted.
    follower.reload()
    server.wait(for: 3)
    #expect(follower.take()?.feeds.map(\.text) == ["http://a/", "http://b/"])
    server.state.withLock { $0.feeds = [] }
    follower.reload()
    server.wait(for: 4)
    follower.reload()
    server.wait(for: 5)
    let kept = follower.take()
    #expect(kept?.feeds.map(\.text) == ["http://a/", "http://b/"])
    #expect(kept?.problems.count == 1)
    follower.stop()
  }

  @Test("while a server of a list hangs there is nothing to take, and nothing waits for it")
  func hanging() {
    let follower = follower()
    follower.start()
    server.state.withLock { $0.isHanging = true }
    follower.reload()
    server.wait(for: 2)
    #expect(follower.take() == nil)
    // A request came meanwhile: the list is read again after that.
    follower.reload()
    server.state.withLock { state in
      state.feeds = ["http://c/"]
      state.isHanging = false
    }
    server.wait(for: 3)
    #expect(follower.take()?.feeds.map(\.text) == ["http://c/"])
    follower.stop()
  }
}
