import TestSupport
import Testing

@testable import Commands

/// Tests when lists are read again. `FeedListTests` tests the content of lists.
@Suite(.ownThread) struct ListFollowerTests {
  /// A server with a list of feeds.
  private final class Server: Sendable {
    struct State: Sendable {
      var feeds: [String] = ["http://a/"]
      var requests = 0
      var isHanging = false
    }

    let state = Monitor(State())

    /// Waits for `count` requests.
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
    return ListFollower(arguments, list) { [server] in server.download }
  }

  @Test("lists are reloaded on request, and the feeds of an invalid list are kept")
  func reload() async {
    let follower = follower()
    server.state.withLock { $0.feeds = ["http://a/", "http://b/"] }
    #expect(await follower.next {}?.feeds.map(\.text) == ["http://a/", "http://b/"])
    server.state.withLock { $0.feeds = [] }
    let kept = await follower.next {}
    #expect(kept?.feeds.map(\.text) == ["http://a/", "http://b/"])
    #expect(kept?.problems.count == 1)
    #expect(server.state.withLock { $0.requests } == 3)
  }

  @Test("a cancelled task does not wait for the server of a list")
  func hanging() async {
    let follower = follower()
    server.state.withLock { $0.isHanging = true }
    let reading = Task { await follower.next {} }
    server.wait(for: 2)
    reading.cancel()
    #expect(await reading.value == nil)
    server.state.withLock { state in
      state.feeds = ["http://c/"]
      state.isHanging = false
    }
    #expect(await follower.next {}?.feeds.map(\.text) == ["http://c/"])
  }
}
