/// One request of a fetch and its response. A task waits for the end of the attempt; the rest runs on the network
/// thread.
final class Attempt: Sendable {
  enum Outcome {
    case complete
    case redirect(WebAddress)
    case failure(FetchFailure)
  }

  struct End {
    let outcome: Outcome
    let spent: FetchCourse.Spent
  }

  /// The maximum number of unused body bytes that are read to keep the connection.
  private static let worthDraining = 64 << 10

  private struct State {
    var transfer: Transfer?
    var waiting: CheckedContinuation<End?, Never>?
    var settings: HTTPRequest?
    /// The outcome, once it is known; the transfer may still be running.
    var outcome: Outcome?
    /// The verification result of an untrusted certificate, while a second connection reads the certificate. No request
    /// is sent on that connection.
    var verifyResult: Int?
    var certificates: [ServerCertificate] = []
    /// The address to which a connection was refused; nil if no address was refused.
    var refusal: String?
    var hasEnded = false
    var skips: Int64 = 0
    var drained = 0
    var clock = AttemptClock(now: .now)
    /// The timer for the next check of the time limits.
    var look: LoopTimers.Key?
  }

  private let fetch: Fetch
  private let address: WebAddress
  /// Decides which addresses connections may use; nil allows all.
  private let addresses: AddressGuard?
  private let bound = LoopBound(State())

  private var state: State {
    get { bound.value }
    _modify { yield &bound.value }
  }

  init(_ fetch: Fetch, _ address: WebAddress, _ addresses: AddressGuard?) {
    (self.fetch, self.address, self.addresses) = (fetch, address, addresses)
  }

  /// Sends the request and waits for the end. Nil if the task was cancelled, which also ends the connection.
  func run(_ settings: HTTPRequest, _ limits: AttemptClock.Limits) async -> End? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        TransferLoop.shared.execute { self.start(settings, limits, waiting) }
      }
    } onCancel: {
      TransferLoop.shared.execute { self.cancel() }
    }
  }

  private func start(
    _ settings: HTTPRequest,
    _ limits: AttemptClock.Limits,
    _ waiting: CheckedContinuation<End?, Never>
  ) {
    guard !state.hasEnded else { return waiting.resume(returning: nil) }
    state.waiting = waiting
    state.settings = settings
    state.clock = AttemptClock(now: .now)
    do {
      state.transfer = try Transfer.start(settings, self)
      watch(limits)
    } catch {
      end(.failure(FetchFailure(error, at: address)))
    }
  }

  private func cancel() {
    let waiting = stop()
    state.transfer?.cancel()
    state.transfer = nil
    waiting?.resume(returning: nil)
  }

  // MARK: - Time

  private func watch(_ limits: AttemptClock.Limits) {
    guard !state.hasEnded else { return }
    let now = ContinuousClock.now
    switch state.clock.verdict(now, limits) {
    case .late(let what): giveUp(.timeout(what, address))
    case .exhausted(let what):
      giveUp(.exhausted(what, address, isLive: limits.mostEarned != nil))
    case .again(let delay):
      if state.outcome == nil, let what = state.clock.slowness(now, limits) {
        fetch.report("\(address.place) \(what)", isLong: true)
      }
      if state.outcome == nil, let pace = state.clock.pace(now, limits) {
        fetch.note("\(address.place) \(pace): check the server and the network", at: address)
      }
      state.look = TransferLoop.shared.after(delay) { self.watch(limits) }
    }
  }

  private func giveUp(_ failure: FetchFailure) {
    let outcome = state.outcome ?? .failure(failure)
    state.transfer?.cancel()
    end(outcome)
  }

  private func end(_ outcome: Outcome) {
    let waiting = stop()
    state.transfer = nil
    let spent = FetchCourse.Spent(time: state.clock.active(.now), bytes: state.clock.received)
    waiting?.resume(returning: End(outcome: outcome, spent: spent))
  }

  /// Stops the checks, and returns the caller that waits for the end.
  private func stop() -> CheckedContinuation<End?, Never>? {
    state.hasEnded = true
    // The timer would retain the bytes of the fetch until its deadline.
    if let look = state.look { TransferLoop.shared.cancel(look) }
    state.look = nil
    return state.waiting.take()
  }
}

// MARK: - From the transfer

extension Attempt: TransferDelegate {
  func mayReach(_ address: IPAddress?, isConnected: Bool) -> Bool {
    guard let refused = addresses?.refusal(of: address, isConnected: isConnected) else {
      return true
    }
    state.refusal = refused
    return false
  }

  func willSend() { state.clock.note(.now) }

  func receive(_ head: ResponseHead) {
    state.clock.note(.now)
    state.clock.hasAnswer = true
    do {
      switch try fetch.judge(head, at: address) {
      case .redirect(let target): state.outcome = .redirect(target)
      case .body(let skipped): state.skips = skipped
      }
    } catch {
      state.outcome = .failure(error)
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Transfer.Appetite {
    state.clock.receive(bytes.count, .now)
    guard state.outcome == nil else { return drain(bytes.count) }
    let skipped = min(bytes.count, Int(clamping: state.skips))
    state.skips -= Int64(skipped)
    do {
      let part = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
      let hasRoom = try fetch.receive(part, at: address) {
        TransferLoop.shared.execute { self.resume() }
      }
      // If the rest of the body is short, it is read so that the connection can be reused.
      if fetch.isComplete {
        state.outcome = .complete
        return .more
      }
      // A pause, in which the consumer takes no bytes, is timed separately.
      if !hasRoom { state.clock.pause(.now) }
      return hasRoom ? .more : .pause
    } catch {
      state.outcome = .failure(error)
      return .stop
    }
  }

  func receive(_ certificates: [ServerCertificate]) { state.certificates = certificates }

  func end(_ failure: HTTPFailure?) {
    if let result = state.verifyResult {
      let now = fetch.context.environment.now()
      return end(.failure(.certificate(result, state.certificates, at: address, now: now)))
    }
    let refusal = state.refusal.flatMap { refusal in
      failure.flatMap { [.connect, .refusedAddress].contains($0.code) ? refusal : nil }
    }
    let cause =
      refusal.map { FetchFailure.forbidden($0, at: address) }
      ?? failure.map { FetchFailure($0, at: address) }
    if let failure, failure.code == .certificate, refusal == nil, inspect(after: failure) { return }
    end(state.outcome ?? cause.map { .failure($0) } ?? .complete)
  }

  /// Reads an untrusted certificate on a second connection, to report the problem with it. Returns false if no
  /// connection is started.
  private func inspect(after failure: HTTPFailure) -> Bool {
    guard !state.hasEnded, var settings = state.settings else { return false }
    settings.isInspection = true
    state.outcome = .failure(FetchFailure(failure, at: address))
    state.verifyResult = failure.verifyResult
    do {
      state.transfer = try Transfer.start(settings, self)
      return true
    } catch {
      state.verifyResult = nil
      return false
    }
  }

  private func drain(_ count: Int) -> Transfer.Appetite {
    state.drained += count
    return state.drained <= Self.worthDraining ? .more : .stop
  }

  private func resume() {
    guard !state.hasEnded else { return }
    state.clock.resume(.now)
    state.transfer?.resume()
  }
}
