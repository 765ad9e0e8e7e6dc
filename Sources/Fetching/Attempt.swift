import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import TimedMetadata

/// One request of a fetch and its answer. Confined to the event loop of the fetch.
final class Attempt: HTTPClientResponseDelegate {
  typealias Response = Void

  /// How it ended.
  enum Outcome {
    case complete
    case redirect(HTTPAddress)
    case failure(FetchFailure)
  }

  /// The end of an answer whose rest nobody wants.
  private struct Enough: Error {}

  /// More than this of a body that nobody wants is not read for the sake of its connection.
  private static let worthDraining = 64 << 10

  private let fetch: Fetch
  private let address: HTTPAddress
  private let eventLoop: any EventLoop
  private let bound: NIOLoopBoundBox<State>

  private struct State {
    /// Decided by the head of the answer.
    var outcome: Outcome?
    var hasEnded = false
    var skips: Int64 = 0
    var drained = 0
    var clock = AttemptClock(now: .now())
    /// The next look at the clock.
    var look: Scheduled<Void>?
  }

  private var state: State {
    get { bound.value }
    set { bound.value = newValue }
  }

  init(_ fetch: Fetch, _ address: HTTPAddress, on eventLoop: any EventLoop) {
    self.fetch = fetch
    self.address = address
    self.eventLoop = eventLoop
    bound = NIOLoopBoundBox(State(), eventLoop: eventLoop)
  }

  var hasEnded: Bool { state.hasEnded }

  // MARK: - From the client

  func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
    state.clock.note(.now())
  }

  func didReceiveHead(
    task: HTTPClient.Task<Void>,
    _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    state.clock.note(.now())
    state.clock.hasAnswer = true
    do {
      switch try fetch.judge(head, at: address) {
      case .redirect(let target): state.outcome = .redirect(target)
      case .body(let body): state.skips = body.skipped
      }
    } catch {
      state.outcome = .failure(FetchFailure(error, at: address))
    }
    return eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(
    task: HTTPClient.Task<Void>,
    _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    state.clock.receive(buffer.readableBytes, .now())
    guard state.outcome == nil else { return drain(buffer) }
    var part = buffer
    if state.skips > 0 {
      let count = min(Int64(part.readableBytes), state.skips)
      part.moveReaderIndex(forwardBy: Int(count))
      state.skips -= count
    }
    do {
      let room = try fetch.receive(part, at: address)
      // The rest is drained when it is small: the connection can then be used again.
      if fetch.isComplete { state.outcome = .complete }
      return pausing(room)
    } catch {
      state.outcome = .failure(FetchFailure(error, at: address))
      return eventLoop.makeFailedFuture(Enough())
    }
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) throws { end(state.outcome ?? .complete) }

  func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
    end(state.outcome ?? .failure(FetchFailure(error, at: address)))
  }

  private func drain(_ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    state.drained += buffer.readableBytes
    return state.drained <= Self.worthDraining
      ? eventLoop.makeSucceededVoidFuture() : eventLoop.makeFailedFuture(Enough())
  }

  /// Time in which the consumer does not take bytes is not the server's.
  private func pausing(_ room: EventLoopFuture<Void>?) -> EventLoopFuture<Void> {
    guard let room else { return eventLoop.makeSucceededVoidFuture() }
    state.clock.pause(.now())
    room.assumeIsolated().whenComplete { _ in self.state.clock.resume(.now()) }
    return room
  }

  // MARK: - Time

  /// Looks now and then whether something came.
  func watch(_ limits: AttemptClock.Limits) {
    guard !state.hasEnded else { return }
    let now = NIODeadline.now()
    switch state.clock.verdict(now, limits) {
    case .late(let what): giveUp(.timeout(what, address))
    case .exhausted(let what): giveUp(.exhausted(what, address))
    case .again(let delay):
      if state.outcome == nil, let what = state.clock.slowness(now, limits) {
        fetch.tell("\(address.place) \(what)", isLong: true)
      }
      state.look = eventLoop.scheduleTask(in: delay) { self.watch(limits) }
    }
  }

  private func giveUp(_ failure: FetchFailure) {
    let outcome = state.outcome ?? .failure(failure)
    // Ended first: closing the connection ends the attempt too, with less to say.
    state.outcome = outcome
    fetch.abandon()
    end(outcome)
  }

  private func end(_ outcome: Outcome) {
    guard !state.hasEnded else { return }
    state.hasEnded = true
    // It would keep the bytes of the fetch until its time.
    state.look?.cancel()
    state.look = nil
    let spent = Fetch.Spent(time: state.clock.active(.now()), bytes: state.clock.received)
    fetch.end(outcome, at: address, spent)
  }
}
