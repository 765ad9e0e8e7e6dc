import Formats
import NielsenAppApi

/// The calls of an app. Each sees the time of the clock, and the pings it made are delivered before it
/// returns.
extension PlaybackEngine {
  package func play(_ channelInfo: [String: String]) {
    call("play", JSONValue(texts: channelInfo)) { $0.play(channelInfo) }
  }

  package func loadMetadata(_ metadata: [String: String]) {
    call("loadMetadata", JSONValue(texts: metadata)) { $0.loadMetadata(metadata) }
  }

  package func playheadPosition(_ position: Int64) {
    call("playheadPosition", .integer(position)) { $0.playheadPosition(position) }
  }

  package func sendID3(_ owner: String) {
    call("sendID3", .string(owner)) { $0.sendID3(owner) }
  }

  package func stop() { call("stop") { $0.stop() } }

  package func end() { call("end") { $0.end() } }

  func staticEnd() { call("staticEnd") { $0.staticEnd() } }

  package func updateOTT(_ info: [String: String]) {
    call("updateOTT", JSONValue(texts: info)) { $0.updateOTT(info) }
  }

  /// Asks for what the sender of a cast passes to the receiver.
  package func receiverMetadata() {
    answer("receiverMetadata") { JSONValue(texts: $0.receiverMetadata()) }
  }

  /// Passes on what the viewer chose on the opt-out page.
  package func optOut(_ isOut: Bool) {
    let url = "nielsenappsdk://\(isOut ? 1 : 0)"
    answer("userOptOut", .string(url)) { .bool($0.userOptOut(url)) }
  }

  func disable(_ isDisabled: Bool) {
    call("appDisableApi", .bool(isDisabled)) { $0.appDisableApi = isDisabled }
  }

  package func close() { call("close") { $0.close() } }

  /// Lets the engine, which has no timer, see that time has passed. An app has no such call.
  package func advance() {
    showTime()
    api?.advance()
    handOut()
  }

  /// Asks the engine for something; nil when there is none.
  package func read<Value>(_ value: (NielsenAppApi) -> Value) -> Value? { api.map(value) }

  private func call(
    _ name: String,
    _ argument: @autoclosure () -> JSONValue? = nil,
    _ body: (NielsenAppApi) -> Void
  ) {
    answer(name, argument()) { api in
      body(api)
      return nil
    }
  }

  private func answer(
    _ name: String,
    _ argument: @autoclosure () -> JSONValue? = nil,
    _ body: (NielsenAppApi) -> JSONValue?
  ) {
    showTime()
    let result = api.flatMap(body)
    onCall?(name, argument(), result)
    handOut()
  }

  // MARK: - The receiver of a cast

  /// Starts the engine of a receiver, which gets the metadata, and the sender's values for its device
  /// and its user.
  package func startReceiver(_ metadata: [String: String], ott: [String: String]) {
    showTime()
    isCasting = true
    receiver = makeReceiver()
    let relayed = api?.receiverMetadata() ?? [:]
    passToReceiver("loadmetadata", metadata)
    passToReceiver("updateOTT", ott.merging(relayed) { $1 }.merging(["type": "content"]) { $1 })
  }

  /// Passes an event of the receiver's page to its engine.
  package func passToReceiver(_ event: String, _ payload: Any? = nil) {
    showTime()
    receiver?.ggPM(event, payload)
    handOut()
  }

  /// The receiver plays no more. `payload`: what its page says with `end`.
  package func endReceiver(_ payload: Any? = nil) {
    passToReceiver("end", payload)
    isCasting = false
    receiver = nil
    handOut()
  }
}

extension JSONValue {
  /// An object of texts in the order of their names.
  package init(texts: [String: String]) {
    self = .object(texts.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }
}
