import Formats
import NielsenAppApi
import Playback
import Records

/// The engine of the player: every call, ping, event and error is logged in order.
final class PlayerEngine {
  /// The log of the player.
  var log = PlayerLog()
  /// The stream being played, for the log.
  var input = ""
  /// The second being played; -1 before the first.
  var second: Int64 = -1

  private let engine: PlaybackEngine
  private let listener = EngineListener()
  private let clock: any PlayerClock
  private let inbox: Inbox
  private let options: PlayerOptions
  private var pingCount = 0
  /// The engine on the device that the stream is cast to.
  private var receiver: BrowserSdk?

  /// Pings between the call that made them and the log.
  private final class Inbox {
    var pings: [TimedPing] = []
  }

  /// Starts the engine.
  init(_ options: PlayerOptions, clock: any PlayerClock, input: String) {
    self.options = options
    self.clock = clock
    self.input = input
    let inbox = Inbox()
    self.inbox = inbox
    let start = clock.milliseconds
    var playback = options.playback
    playback.log = playback.log.map { [listener] in
      EngineLogHandler.logger(for: listener, level: $0.logLevel)
    }
    engine = PlaybackEngine(
      options: playback,
      start: start / 1000,
      waitsForAnswers: options.waitsForStream,
      errors: listener
    ) { inbox.pings.append($0) }
    note(.call("init", argument: JSONValue(texts: options.playback.appInfo)))
    handOut()
  }

  // MARK: - Calls

  func play(_ channelInfo: [String: String]) {
    call("play", JSONValue(texts: channelInfo)) { $0.play(channelInfo) }
  }

  func loadMetadata(_ metadata: [String: String]) {
    call("loadMetadata", JSONValue(texts: metadata)) { $0.loadMetadata(metadata) }
  }

  func playheadPosition(_ position: Int64) {
    call("playheadPosition", .integer(position)) { $0.playheadPosition(position) }
  }

  func sendID3(_ owner: String) { call("sendID3", .string(owner)) { $0.sendID3(owner) } }

  func stop() { call("stop") { $0.stop() } }

  func end() { call("end") { $0.end() } }

  func updateOTT(_ info: [String: String]) {
    call("updateOTT", JSONValue(texts: info)) { $0.updateOTT(info) }
  }

  /// Passes the metadata of the sender of a cast to the receiver.
  func receiverMetadata() {
    answer("receiverMetadata") { JSONValue(texts: $0.receiverMetadata()) }
  }

  // MARK: - The receiver of a cast

  /// Starts the engine of a receiver, which gets the metadata and the sender's values for its
  /// device and its user. Its pings are in the log among those of the app, marked.
  func startReceiver(_ metadata: [String: String], _ info: [String: String]) {
    receiver = engine.startReceiver()
    let relayed = engine.api?.receiverMetadata() ?? [:]
    let ott = info.merging(relayed) { $1 }.merging(["type": "content"]) { $1 }
    tellReceiver("loadmetadata", metadata)
    tellReceiver("updateOTT", ott)
  }

  /// Passes an event of the receiver's page to its engine.
  func tellReceiver(_ event: String, _ payload: Any? = nil) {
    engine.setClock(milliseconds: clock.milliseconds)
    receiver?.ggPM(event, payload)
    handOut()
  }

  /// The receiver plays no more.
  func endReceiver() {
    tellReceiver("end")
    receiver = nil
    handOut()
  }

  /// Passes on the address the opt-out page opened. Returns whether that was a choice.
  @discardableResult func userOptOut(_ url: String) -> Bool {
    var isChoice = false
    answer("userOptOut", .string(url)) { api in
      isChoice = api.userOptOut(url)
      return .bool(isChoice)
    }
    return isChoice
  }

  func close() { call("close") { $0.close() } }

  /// Lets the engine, which has no timer, see that time has passed. An app has no such call.
  func advance() {
    engine.setClock(milliseconds: clock.milliseconds)
    engine.api?.advance()
    handOut()
  }

  /// Asks the engine for something; nil when there is none.
  func read<Value>(_ value: (NielsenAppApi) -> Value) -> Value? { engine.api.map(value) }

  // MARK: - Writing down

  /// Adds a message of the player.
  func tell(_ text: String) { note(.note(text)) }

  private func call(
    _ name: String,
    _ argument: JSONValue? = nil,
    _ body: (NielsenAppApi) -> Void
  ) {
    engine.setClock(milliseconds: clock.milliseconds)
    note(.call(name, argument: argument))
    if let api = engine.api { body(api) }
    handOut()
  }

  private func answer(
    _ name: String,
    _ argument: JSONValue? = nil,
    _ body: (NielsenAppApi) -> JSONValue
  ) {
    engine.setClock(milliseconds: clock.milliseconds)
    note(.call(name, argument: argument, result: engine.api.map(body)))
    handOut()
  }

  private func handOut() {
    engine.handOut(at: second)
    if !inbox.pings.isEmpty { options.onPings(inbox.pings.count) }
    for timed in inbox.pings {
      defer { pingCount += 1 }
      guard options.isWanted(timed.ping) else { continue }
      let name = timed.isReceivers ? "\(input) (receiver)" : input
      note(.ping(PingRow(input: name, index: pingCount, time: timed.time, ping: timed.ping)))
    }
    inbox.pings = []
    for content in listener.empty() { note(content) }
  }

  private func note(_ content: LogEntry.Content) {
    log.append(
      LogEntry(
        input: input,
        milliseconds: clock.milliseconds,
        second: second < 0 ? nil : second,
        content: content
      )
    )
  }
}

extension JSONValue {
  /// An object of texts in the order of their names.
  init(texts: [String: String]) {
    self = .object(texts.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }
}
