import Foundation
import NielsenAppApi
import Playback

/// Makes the calls of a sample app, and prints them with the engine's pings. The engine delivers pings on the thread
/// that calls it.
final class Player: NielsenAppApiDelegate, @unchecked Sendable {
  private let milliseconds: @Sendable () -> Int64
  private var engine = NielsenAppApi()
  private(set) var channels: [Channel] = []
  private(set) var index = 0
  private var stream: Stream?
  /// The second that was played last. -1 before the first second.
  private var position: Int64 = -1
  private var ad: AdBreaks.Break?
  private(set) var isPlaying = false
  /// Whether the engine needs `play` and `loadMetadata` before the next playhead.
  private var mustBegin = true
  private var hasSession = false
  var playsAds = false
  private var pictureInPicture: String?
  private var log: [String] = []
  /// The first and last of consecutive playheads, which are printed in one line.
  private var playheads: (first: Int64, last: Int64)?

  /// Starts an engine whose clock is `milliseconds`, in Unix milliseconds.
  init(milliseconds: @escaping @Sendable () -> Int64) {
    self.milliseconds = milliseconds
    var environment = EngineEnvironment.offline(seed: 0)
    environment.clock = milliseconds
    environment.onPing = { [weak self] in self?.show($0) }
    environment.configuration.products.audio = true
    let appInfo = ["appid": "PSAMPLE", "appname": "SamplePlayer", "appversion": "1.0"]
    report("init")
    engine = NielsenAppApi(appInfo: appInfo, delegate: self, environment: environment) ?? engine
    call("updateOTT", ["ottStatus": "0"]) { $0.updateOTT(["ottStatus": "0"]) }
  }

  private var channel: Channel? { channels.indices.contains(index) ? channels[index] : nil }

  func report(_ text: String) {
    let shown = playheads.map { ["playheadPosition \($0.first) to \($0.last)"] } ?? []
    playheads = nil
    for line in shown + [text] {
      log.append("\(max(0, position)) s  \(line)")
      print(log[log.count - 1])
    }
  }

  /// Prints a call with its argument, and makes the call.
  private func call(
    _ name: String,
    _ argument: [String: String] = [:],
    _ body: (NielsenAppApi) -> Void
  ) {
    let words = argument.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    report(name + words.joined())
    body(engine)
  }

  private func show(_ ping: Ping) {
    report("  ping \(ping.product.rawValue) \(ping.type.rawValue)")
    log.append("  \(ping.url)")
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, eventOccurred event: [AnyHashable: Any]) {
    report("  event \(event["EventStatus"] ?? "") \(event["Event Description"] ?? "")")
  }

  func nielsenAppApi(_ appApi: NielsenAppApi, errorOccurred error: [AnyHashable: Any]) {
    report("  error \(error["ErrorStatus"] ?? "") \(error["Error Description"] ?? "")")
  }

  /// Replaces the channels. The current channel continues to play if the new list has its URL.
  func replace(_ channels: [Channel]) {
    let kept = channels.firstIndex { $0.url == channel?.url }
    if kept == nil { stop() }
    (self.channels, index) = (channels, kept ?? 0)
  }

  func choose(_ number: Int) {
    guard channels.indices.contains(number - 1) else { return report("no channel \(number)") }
    stop()
    index = number - 1
    report("channel \(number): \(channels[index].title)")
  }

  /// Starts or resumes playback.
  func play() async {
    guard !isPlaying, let channel else { return }
    do { if stream == nil { stream = try await Stream(channel) } } catch {
      return report("\(error)")
    }
    isPlaying = true
  }

  func pause() {
    if !mustBegin { call("stop") { $0.stop() } }
    (isPlaying, mustBegin) = (false, true)
  }

  func stop() {
    pause()
    end()
  }

  private func end() {
    if hasSession { call("end") { $0.end() } }
    (isPlaying, mustBegin, hasSession) = (false, true, false)
    (stream, position, ad) = (nil, -1, nil)
  }

  func seek(to second: Int64) {
    report("seek to \(second)")
    position = max(0, second) - 1
  }

  func setPictureInPicture(_ isOn: Bool) {
    pictureInPicture = String(isOn)
    if !mustBegin { loadMetadata() }
  }

  /// Prints the URL of the opt-out page, or passes the URL that the user chose there to the engine. The URL that closes
  /// the page is not passed.
  func optOut(_ answer: String?) {
    guard let answer else { return report("opt-out page \(engine.optOutURL)") }
    guard answer != kNielsenWebClose else { return report("the opt-out page is closed") }
    call("userOptOut \(answer)") { $0.userOptOut(answer) }
    // An opt-out ends the engine's session, but not playback.
    if engine.optOutStatus { (hasSession, mustBegin) = (false, true) }
  }

  func quit() {
    stop()
    call("close") { $0.close() }
  }

  /// The log, with the URLs of all pings, as a message (RFC 5322) that a mail program can open and send.
  func email(to address: String) -> String {
    let head = ["To: \(address)", "Subject: Log of SamplePlayer", "X-Unsent: 1", ""]
    return (head + log + [""]).joined(separator: "\r\n")
  }

  /// Plays the next second or, when nothing is playing, only advances the engine's clock.
  func passSecond() async {
    guard isPlaying, let stream, let channel else { return engine.advance() }
    guard await hasSecond(position + 1, stream) else { return end() }
    position += 1
    let breaks = playsAds ? stream.adBreaks : AdBreaks()
    changeOver(to: breaks.breakAt(position))
    if mustBegin { begin(channel) }
    var playhead = position - (ad?.start ?? breaks.seconds(before: position))
    if channel.playhead == "live" { playhead = milliseconds() / 1000 }
    playheads = (playheads?.first ?? playhead, playhead)
    engine.playheadPosition(playhead)
    for owner in stream.owners[position] ?? [] { call("sendID3 \(owner)") { $0.sendID3(owner) } }
  }

  private func hasSecond(_ second: Int64, _ stream: Stream) async -> Bool {
    do { return try await stream.read(to: second) } catch { report("\(error)") }
    return false
  }

  private func begin(_ channel: Channel) {
    let info = ["channelName": channel.title].merging(channel.channelInfo ?? [:]) { $1 }
    call("play", info) { $0.play(info) }
    loadMetadata()
    (mustBegin, hasSession) = (false, true)
  }

  /// Changes between content and ads: calls `stop`, then passes the metadata of the next content or ad.
  private func changeOver(to next: AdBreaks.Break?) {
    guard next?.start != ad?.start else { return }
    ad = next
    guard !mustBegin else { return }
    call("stop") { $0.stop() }
    loadMetadata()
  }

  private func loadMetadata() {
    var metadata = ad?.metadata ?? channel?.content ?? [:]
    metadata["pipMode"] = pictureInPicture
    call("loadMetadata", metadata) { $0.loadMetadata(metadata) }
  }
}
