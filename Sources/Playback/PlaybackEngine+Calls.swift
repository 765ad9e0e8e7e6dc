import NielsenAppApi

/// The calls of an app. Each sees the time of the clock, and the pings it made are delivered before it
/// returns.
extension PlaybackEngine {
  func play(_ channelInfo: [String: String]) {
    call { $0.play(channelInfo) }
  }

  func loadMetadata(_ metadata: [String: String]) {
    call { $0.loadMetadata(metadata) }
  }

  func playheadPosition(_ position: Int64) {
    call { $0.playheadPosition(position) }
  }

  func sendID3(_ owner: String) {
    call { $0.sendID3(owner) }
  }

  func stop() { call { $0.stop() } }

  func end() { call { $0.end() } }

  func staticEnd() { call { $0.staticEnd() } }

  func updateOTT(_ info: [String: String]) {
    call { $0.updateOTT(info) }
  }

  /// Passes on what the viewer chose on the opt-out page.
  func optOut(_ isOut: Bool) {
    call { $0.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)") }
  }

  func disable(_ isDisabled: Bool) {
    call { $0.appDisableApi = isDisabled }
  }

  /// Lets the engine, which has no timer, see that time has passed. An app has no such call.
  func advance() { call { $0.advance() } }

  private func call(_ body: (NielsenAppApi) -> Void) {
    showTime()
    if let api { body(api) }
    handOut()
  }

  // MARK: - The receiver of a cast

  /// Starts the engine of a receiver, which gets the metadata, and the sender's values for its device
  /// and its user.
  func startReceiver(_ metadata: [String: String], ott: [String: String]) {
    showTime()
    isCasting = true
    receiver = makeReceiver()
    let relayed = api?.receiverMetadata() ?? [:]
    passToReceiver("loadmetadata", metadata)
    passToReceiver("updateOTT", ott.merging(relayed) { $1 }.merging(["type": "content"]) { $1 })
  }

  /// Passes an event of the receiver's page to its engine.
  func passToReceiver(_ event: String, _ payload: Any? = nil) {
    showTime()
    receiver?.ggPM(event, payload)
    handOut()
  }

  /// The receiver plays no more. `payload`: what its page says with `end`.
  func endReceiver(_ payload: Any? = nil) {
    passToReceiver("end", payload)
    isCasting = false
    receiver = nil
    handOut()
  }
}
