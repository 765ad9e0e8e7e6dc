import Formats
import HTTP
import HTTPServer
import Synchronization

/// Sends new pings to a page as server-sent events (HTML, 9.2). Each event has the ids of the new pings that match the
/// page's filter. At most a few events are sent per second, and a comment is sent at intervals while there are no new
/// pings.
struct EventFeed: Sendable {
  let hub: ArrivalHub
  let pings: CollectedPings
  let summaries: PingSummaries

  /// The maximum number of pings in one event. If there are more pings, the event says that some were skipped.
  private static let rowLimit = 50
  /// The wait after an event with pings.
  private static let pause: Duration = .milliseconds(300)
  /// The delay before a browser reconnects, in milliseconds.
  private static let retry = 2000

  /// A stream of the events after ping `last`, the id that a reconnecting page sends. Nil starts after the newest ping.
  func response(_ view: PageView, after last: Int64?) -> ServerResponse {
    guard let wakes = hub.follow() else {
      return .text(503, "Too many live pages are open: close some.")
        .retrying(after: 10)
    }
    let newest = hub.newest
    let start = min(last ?? newest, newest)
    return ServerResponse(
      200,
      ["Content-Type": "text/event-stream; charset=utf-8"],
      .stream(isLive: true) { stream in
        try await stream.write(Array("retry: \(Self.retry)\n\n".utf8))
        var last = start
        for await _ in wakes {
          let newest = hub.newest
          try await stream.write(try await event(view, last, newest))
          if newest > last { try await Task.sleep(for: Self.pause) }
          last = newest
        }
      }
    )
  }

  private func event(_ view: PageView, _ last: Int64, _ newest: Int64) async throws -> [UInt8] {
    guard newest > last else { return Array(": nothing new\n\n".utf8) }
    let page = try await pings.page(
      view.filter,
      before: min(newest, .max - 1) + 1,
      since: last,
      limit: Self.rowLimit
    )
    let lines = await summaries.lines(page.pings).filter { line in
      view.findings?.selects(line.summary) ?? true
    }
    let data = JSONValue.object([
      .init("pings", .array(lines.map { .integer($0.ping.id) })),
      .init("skipped", .bool(page.hasMore)),
    ])
    var bytes = Array("id: \(newest)\nevent: pings\ndata: ".utf8)
    // JSON on a single line has no line breaks, which would end the event's data.
    data.append(to: &bytes)
    bytes += "\n\n".utf8
    return bytes
  }
}

/// Wakes live pages when pings have been stored. It does not pass the pings: each page reads its new pings from the
/// database, so nothing accumulates for a slow page.
final class ArrivalHub: Sendable {
  private struct State {
    var newest: Int64
    var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let limit: Int
  private let state: Mutex<State>

  /// Makes a hub. `newest` is the id of the newest ping, `limit` the maximum number of followers.
  init(newest: Int64, limit: Int) {
    self.limit = limit
    state = Mutex(State(newest: newest))
  }

  var newest: Int64 { state.withLock { $0.newest } }

  var followers: Int { state.withLock { $0.followers.count } }

  /// Wakes all followers because pings up to `newest` were stored.
  func publish(_ newest: Int64) {
    state.withLock { $0.newest = newest }
    wake()
  }

  func wake() {
    let followers = state.withLock { Array($0.followers.values) }
    for follower in followers { follower.yield() }
  }

  /// Ends all followers, and accepts no new followers.
  func close() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      state.isClosed = true
      return Array(state.followers.values)
    }
    for follower in followers { follower.finish() }
  }

  /// A stream that wakes a new follower immediately, and then whenever the hub wakes all followers. Nil if there are
  /// too many followers, or if the hub is closed.
  func follow() -> AsyncStream<Void>? {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state -> Int? in
      guard !state.isClosed, state.followers.count < limit else { return nil }
      state.next += 1
      state.followers[state.next] = continuation
      return state.next
    }
    guard let number else { return nil }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.followers[number] = nil }
    }
    continuation.yield()
    return stream
  }
}
