import HTTP
import Synchronization

/// A resource that is read from the first of several addresses that has it. An address has failed if the loader gave
/// up before the first byte; a resource that breaks off later is not continued elsewhere.
final class AlternativeResource: Resource {
  private struct State {
    var current: any Resource
    var attempt: AlternativeAttempts.Attempt
    var attempts: AlternativeAttempts
    /// The final answer, or the reason why there is none; nil until that is known.
    var answer: Result<ResourceResponse, ResourceError>?
    /// The reason why the first address could not be read.
    var failure: ResourceError?
    var hasRead = false
    var isCancelled = false
  }

  private let loader: any ResourceLoader
  private let first: BaseAddress
  private let request: ResourceRequest
  private let didRead: @Sendable (BaseAddress, ResourceError?) -> Void
  private let state: Mutex<State>

  /// Starts to fetch. `didRead` is called with the address of the first bytes; if that is not the first address, also
  /// with the failure of the first.
  init(
    _ loader: any ResourceLoader,
    _ request: ResourceRequest,
    _ first: AlternativeAttempts.Attempt,
    _ attempts: AlternativeAttempts,
    didRead: @escaping @Sendable (BaseAddress, ResourceError?) -> Void
  ) {
    self.loader = loader
    self.request = request
    self.first = first.address
    self.didRead = didRead
    let current = loader.open(request.at(first, isTriedOnce: attempts.isTriedOnce))
    state = Mutex(State(current: current, attempt: first, attempts: attempts))
  }

  func response() async throws(ResourceError) -> ResourceResponse {
    while true {
      if let answer = state.withLock({ $0.answer }) { return try answer.get() }
      do throws(ResourceError) {
        let answer = try await current.response()
        state.withLock { $0.answer = .success(answer) }
      } catch {
        goOn(after: error)
      }
    }
  }

  func next() async throws(ResourceError) -> [UInt8] {
    while true {
      _ = try await response()
      do throws(ResourceError) {
        let bytes = try await current.next()
        noteRead()
        return bytes
      } catch {
        guard !state.withLock({ $0.hasRead }) else { throw error }
        goOn(after: error)
      }
    }
  }

  func cancel() {
    let current = state.withLock { state in
      state.isCancelled = true
      return state.current
    }
    current.cancel()
  }

  /// The resource that is being fetched.
  private var current: any Resource { state.withLock { $0.current } }

  /// Tries the next address; if there is none, the first failure is the answer.
  private func goOn(after error: ResourceError) {
    state.withLock { state in
      let first = state.failure ?? error
      guard error.code != .cancelled, !state.isCancelled,
        let next = state.attempts.next(after: state.attempt, error)
      else {
        state.answer = .failure(error.code == .cancelled ? error : first)
        return
      }
      state.failure = first
      state.answer = nil
      state.attempt = next
      state.current = loader.open(request.at(next, isTriedOnce: state.attempts.isTriedOnce))
    }
  }

  private func noteRead() {
    let news = state.withLock { state in
      guard !state.hasRead else { return nil as (BaseAddress, ResourceError?)? }
      state.hasRead = true
      let address = state.attempt.address
      return (address, address == first ? nil : state.failure)
    }
    guard let (address, failure) = news else { return }
    didRead(address, failure)
  }
}

extension ResourceRequest {
  /// The same request to another address.
  fileprivate func at(_ attempt: AlternativeAttempts.Attempt, isTriedOnce: Bool) -> ResourceRequest
  {
    var request = self
    request.isTriedOnce = isTriedOnce || request.isTriedOnce
    (request.url, request.retryTime) = (attempt.address.url, attempt.retryTime)
    return request
  }
}
