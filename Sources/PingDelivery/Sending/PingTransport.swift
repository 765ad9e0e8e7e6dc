/// Transfers pings to a collector.
protocol PingTransport: Sendable {
  /// Makes one attempt to send the ping `url`.
  func send(_ url: String) async -> TransportAnswer
  /// Closes connections and files.
  func close() async
}

/// How one attempt to send a ping ended.
enum TransportAnswer: Sendable, Equatable {
  /// The collector has it.
  case received
  /// There was no answer. `reason` goes into the next attempt: `offline`, `timeout` or `tls`.
  case noAnswer(reason: String, explanation: String)
  /// The collector cannot take it now.
  ///
  /// - Parameter retryAfter: The delay that the collector requests, in milliseconds.
  case busy(status: Int, retryAfter: Int64?)
  /// It will never be taken: trying again makes no sense.
  case refused(Refusal)

  /// Why a ping is not sent again.
  enum Refusal: Sendable, Equatable {
    /// The collector says so, by status or by where it sends us.
    case answered(String)
    /// No request was made: the host must not be contacted, or the URL is not valid.
    case impossible(String)

    var text: String {
      switch self {
      case .answered(let text), .impossible(let text): text
      }
    }
  }
}
