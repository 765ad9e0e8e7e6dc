import PingAnalysis

/// Reads stored pings from their requests again. The pings of one request are next to each other in lists: its body,
/// which may have thousands of lines, is parsed once.
struct StoredPingDecoder {
  private var request: Int64?
  private var pings = RequestPings()

  /// The ping as it was sent; nil when its request has changed.
  mutating func sent(_ ping: StoredPing) -> SentPing? {
    look(at: ping.request)
    return pings.indices.contains(ping.part) ? pings[ping.part] : nil
  }

  /// The body that carried a ping, as text: of one with several pings the line of this one; nil without one.
  mutating func body(of ping: StoredPing) -> String? {
    look(at: ping.request)
    return pings.part(at: ping.part) ?? ping.request.text
  }

  private mutating func look(at request: StoredRequest) {
    guard self.request != request.id else { return }
    self.request = request.id
    pings = PingRecognizer.pings(in: request.captured)
  }
}
