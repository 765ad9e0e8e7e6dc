import Synchronization

/// Answers time-shift lookups, which ask for the two-digit time-shift code of a tag's content.
///
///     environment.timeShift = .constant("03")
///     environment.timeShift = .table(["pI-X5FFk07770SXf2ZbI6g==": "03"])
///     environment.timeShift = try TimeShiftClient("http://127.0.0.1:8978/tsv").responder  // PingDelivery
///
/// An answer that is nil or is not two digits causes error 11 and does not change the code.
public struct TimeShiftResponder: Sendable {
  /// The data of a time-shift lookup.
  public struct Lookup: Sendable, Equatable {
    /// The payload of the tag, 249 characters.
    public var payload: String
    /// The breakout code of the tag, two digits.
    public var breakout: String
    /// The timeout of the lookup in seconds, 0 to 3600: `tsv.timeoutSeconds` of the configuration.
    public var timeoutSeconds: Int

    /// Makes the data of a lookup.
    public init(payload: String, breakout: String, timeoutSeconds: Int = 2) {
      self.payload = payload
      self.breakout = breakout
      self.timeoutSeconds = timeoutSeconds
    }
  }

  private let request:
    @Sendable (_ lookup: Lookup, _ answer: @escaping @Sendable (String?) -> Void) -> Void

  /// Makes a responder that may answer later. `request` is called on the thread that caused the lookup, after the
  /// lookup ping, and must not wait for the answer. It passes the code, or nil if there is none, to its parameter
  /// `answer` once, on any thread.
  public static func requesting(
    _ request:
      @escaping @Sendable (
        _ lookup: Lookup,
        _ answer: @escaping @Sendable (String?) -> Void
      ) -> Void
  ) -> TimeShiftResponder {
    TimeShiftResponder(request: request)
  }

  /// A responder that answers immediately, on the thread of the caller, after the lookup ping. `answer` returns nil for
  /// unknown content.
  public static func answering(
    _ answer: @escaping @Sendable (_ payload: String, _ breakout: String) -> String?
  ) -> TimeShiftResponder {
    TimeShiftResponder { lookup, receive in receive(answer(lookup.payload, lookup.breakout)) }
  }

  /// A responder that answers every lookup with `code`.
  public static func constant(_ code: String) -> TimeShiftResponder {
    .answering { _, _ in code }
  }

  /// A responder that answers with the code of one of the tag's content ids. `codes` has two-digit codes by
  /// 24-character content id. The final distributor's id is tried before the program content's id.
  public static func table(_ codes: [String: String]) -> TimeShiftResponder {
    .answering { payload, _ in
      TagPayload.contentIDs(ofPayload: payload).lazy.compactMap { codes[$0] }.first
    }
  }

  /// Asks the responder for a code. `answer` is called at most once.
  public func ask(_ lookup: Lookup, _ answer: @escaping @Sendable (String?) -> Void) {
    let latch = Latch()
    request(lookup) { code in if latch.close() { answer(code) } }
  }

  private final class Latch: Sendable {
    private let isClosed = Atomic(false)

    /// Sets the flag. Returns true only the first time.
    func close() -> Bool { !isClosed.exchange(true, ordering: .relaxed) }
  }
}
