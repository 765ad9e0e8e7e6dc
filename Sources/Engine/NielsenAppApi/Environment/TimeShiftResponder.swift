import Synchronization

/// Answers time-shift lookups: which two-digit code the content of a tag is watched with.
///
///     environment.timeShift = .constant("03")
///     environment.timeShift = .table(["pI-X5FFk07770SXf2ZbI6g==": "03"])
///     environment.timeShift = try TimeShiftClient("http://127.0.0.1:8978/tsv").responder  // PingDelivery
///
/// A missing answer, or one that is not a code, is error 11; the code then stays unknown.
public struct TimeShiftResponder: Sendable {
  /// The values of a lookup.
  public struct Lookup: Sendable, Equatable {
    /// The payload of the tag, 249 characters.
    public var payload: String
    /// The breakout code of the tag, two digits.
    public var breakout: String
    /// The longest wait for an answer in seconds, 0 to 3600: `tsv.timeoutSeconds` of the configuration.
    public var timeoutSeconds: Int

    /// Makes a lookup of its parts.
    public init(payload: String, breakout: String, timeoutSeconds: Int = 2) {
      self.payload = payload
      self.breakout = breakout
      self.timeoutSeconds = timeoutSeconds
    }
  }

  private let request:
    @Sendable (_ lookup: Lookup, _ answer: @escaping @Sendable (String?) -> Void) -> Void

  /// Sends the question; the answer comes later, once, on any thread; it is nil when the lookup failed or took
  /// too long. `request` is called on the thread of the API call, after the ping of the lookup: it must
  /// not wait for the answer.
  public static func requesting(
    _ request:
      @escaping @Sendable (
        _ lookup: Lookup,
        _ answer: @escaping @Sendable (String?) -> Void
      ) -> Void
  ) -> TimeShiftResponder {
    TimeShiftResponder(request: request)
  }

  /// Answers at once, on the thread of the API call, after the ping of the lookup. `answer` gives nil when
  /// there is no code.
  public static func answering(
    _ answer: @escaping @Sendable (_ payload: String, _ breakout: String) -> String?
  ) -> TimeShiftResponder {
    TimeShiftResponder { lookup, receive in receive(answer(lookup.payload, lookup.breakout)) }
  }

  /// Answers every lookup with `code`.
  public static func constant(_ code: String) -> TimeShiftResponder {
    .answering { _, _ in code }
  }

  /// Answers with the code of the content id that the tag carries: that of the final distributor if
  /// `codes`, two-digit codes by content id of 24 characters, has it, else that of the program content.
  public static func table(_ codes: [String: String]) -> TimeShiftResponder {
    .answering { payload, _ in
      TagPayload.contentIDs(ofPayload: payload).lazy.compactMap { codes[$0] }.first
    }
  }

  /// Asks; `answer` is called at most once.
  public func ask(_ lookup: Lookup, _ answer: @escaping @Sendable (String?) -> Void) {
    let latch = Latch()
    request(lookup) { code in if latch.close() { answer(code) } }
  }

  /// Closes once.
  private final class Latch: Sendable {
    private let isClosed = Atomic(false)

    /// Whether it was open.
    func close() -> Bool { !isClosed.exchange(true, ordering: .relaxed) }
  }
}
