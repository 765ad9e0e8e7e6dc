import NielsenAppApi
import Synchronization
import Testing

@testable import PingDelivery

@Suite("one sender at a time")
struct SenderRunsTests {
  /// A transport that holds each request until it is released, and records simultaneous requests.
  private final class Gate: PingTransport {
    private struct State {
      var urls: [String] = []
      var inFlight = 0
      var isOverlapping = false
      var isOpen = false
      var held: [CheckedContinuation<Void, Never>] = []
      var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var urls: [String] { state.withLock { $0.urls } }
    var isOverlapping: Bool { state.withLock { $0.isOverlapping } }

    func send(_ url: String) async -> TransportAnswer {
      state.withLock { state in
        state.urls.append(url)
        state.inFlight += 1
        if state.inFlight > 1 { state.isOverlapping = true }
        for watcher in state.watchers { watcher.resume() }
        state.watchers = []
      }
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.held.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
      state.withLock { $0.inFlight -= 1 }
      return .received
    }

    /// Returns once a request is being sent.
    func entered() async {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.urls.isEmpty { state.watchers.append(continuation) }
          return !state.urls.isEmpty
        }
        if isThere { continuation.resume() }
      }
    }

    /// Releases all requests.
    func open() {
      let held = state.withLock { state in
        state.isOpen = true
        defer { state.held = [] }
        return state.held
      }
      for continuation in held { continuation.resume() }
    }
  }

  private let gate = Gate()
  private let delivery: PingDelivery

  init() {
    delivery = PingDelivery(
      queue: PingQueue(nil, appID: "app", clock: HastyClock()),
      transport: gate,
      random: RandomSource(seed: 0)
    )
    delivery.queue.add((0..<20).map { SamplePing.make($0) })
  }

  private func finish() async {
    // This gives other tasks time to run.
    for _ in 0..<1000 { await Task.yield() }
    gate.open()
    await delivery.drain()
    await delivery.stop()
    #expect(!gate.isOverlapping)
    #expect(gate.urls.compactMap(SamplePing.number) == Array(0..<20))
  }

  @Test("starting during a drain sends no ping twice")
  func startInDrain() async {
    async let drained: Void = delivery.drain()
    await gate.entered()
    delivery.start()
    delivery.start()
    await finish()
    await drained
  }

  @Test("starting before a pause has ended sends no ping twice")
  func startInPause() async {
    delivery.start()
    await gate.entered()
    async let paused: Void = delivery.pause()
    for _ in 0..<100 { await Task.yield() }
    delivery.start()
    await finish()
    await paused
  }

  @Test("two concurrent drains send no ping twice")
  func twoDrains() async {
    async let first: Void = delivery.drain()
    await gate.entered()
    async let second: Void = delivery.drain()
    await finish()
    _ = await (first, second)
  }

  @Test("cancelling the task of a drain ends the drain")
  func cancelled() async {
    let drain = Task { [delivery] in await delivery.drain() }
    await gate.entered()
    drain.cancel()
    gate.open()
    await drain.value
    #expect(gate.urls.count == 1)
    await finish()
  }

  @Test("background sending that is started during a drain begins after the drain")
  func backgroundAfterDrain() async {
    async let drained: Void = delivery.drain()
    await gate.entered()
    delivery.start()
    gate.open()
    await drained
    await delivery.pause()
    await finish()
  }

  @Test("no ping is sent after stop")
  func ended() async {
    gate.open()
    await delivery.stop()
    delivery.start()
    await delivery.drain()
    #expect(gate.urls.isEmpty)
  }
}
