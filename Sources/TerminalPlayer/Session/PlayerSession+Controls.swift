import Formats
import NielsenAppApi

/// The controls of a viewer.
extension PlayerSession {
  /// How far the arrow keys seek, in seconds.
  static let seekStep: Int64 = 10

  /// Plays, or continues playing.
  package func play() {
    switch phase {
    case .playing: return
    case .paused where feed != nil:
      phase = .playing
      releasePlayhead()
    default:
      open()
      if screen == .cast { engine.passToReceiver("loadmetadata", channel.metadata) }
      nextSecond = clock.milliseconds
      phase = .playing
    }
    advance()
  }

  /// Stops the playhead where it is.
  package func pause() {
    guard phase == .playing else { return }
    holdPlayhead()
    if screen == .cast { engine.passToReceiver("pause") }
    phase = .paused
  }

  private func holdPlayhead() {
    interruptSession()
    restOfSecond = min(max(0, nextSecond - clock.milliseconds), Self.second)
  }

  private func releasePlayhead() {
    nextSecond = clock.milliseconds + restOfSecond
    restOfSecond = 0
  }

  package func playOrPause() { phase == .playing ? pause() : play() }

  /// Ends playing; the next `play` begins from the start.
  package func stop() {
    leave()
    close()
    phase = .stopped
  }

  /// The viewer leaves what is played.
  private func leave() {
    interruptSession()
    if screen == .cast { engine.passToReceiver("end") }
    endViewingSession()
  }

  /// Moves the playhead by this many seconds.
  package func seek(by seconds: Int64) {
    seek(to: max(0, position).addingReportingOverflow(seconds).partialValue)
  }

  /// Moves the playhead to a second of the stream, or to its end when that is earlier: of a live stream to
  /// what can be played now.
  package func seek(to second: Int64) {
    guard let feed else { return }
    let wanted = max(0, second)
    if options.waitsForStream { wait(for: wanted, of: feed) }
    // At the edge of a live stream it stays where it is.
    let edge = feed.liveEdge(lead: Self.startLead).map { max($0, position + 1) }
    let target = min(wanted, max(0, feed.end?.lastSecond ?? edge ?? .max))
    switch phase {
    case .playing:
      report("seek to \(ClockText.text(of: target))")
      move(to: target)
      advance()
    case .paused, .ended, .failed:
      report("seek to \(ClockText.text(of: target))")
      move(to: target)
      phase = .paused
    case .stopped: return
    }
  }

  /// Chooses another channel; one that was playing is followed by the other at once.
  package func choose(_ index: Int) {
    guard channels.indices.contains(index), index != channelIndex else { return }
    let wasPlaying = phase == .playing
    stop()
    channelIndex = index
    follow(channel)
    report("channel \(index + 1): \(channel.name)")
    if screen == .cast {
      engine.endReceiver()
      engine.startReceiver(channel.metadata, ott: screenStatus)
    }
    if wasPlaying { play() }
  }

  /// Replaces the list of channels. Playing continues when its channel is in the new list; else
  /// playing stops.
  /// - Parameter channels: The new list; an empty one changes nothing.
  package func replaceChannels(_ channels: [PlayerChannel]) {
    guard !channels.isEmpty else { return }
    let place = channels.firstIndex { $0.url == channel.url }
    if place == nil { stop() }
    self.channels = channels
    channelIndex = place ?? 0
    follow(channel)
  }

  /// Chooses the channel this many places later, from the last on to the first.
  package func chooseNext(_ step: Int) {
    let count = channels.count
    choose(((channelIndex + step) % count + count) % count)
  }

  /// The app goes to the background: playing stops there, unless it is audio.
  package func goToBackground() {
    guard phase == .playing, !channel.isAudio else { return }
    holdPlayhead()
  }

  /// The app comes back to the foreground, and reports where the stream is shown.
  package func comeToForeground() {
    engine.updateOTT(screenStatus)
    guard phase == .playing, !channel.isAudio else { return }
    releasePlayhead()
    advance()
  }

  /// The viewer leaves the player. Nothing is to be played afterwards.
  package func quit() {
    stop()
    if screen == .cast { engine.endReceiver() }
    engine.close()
  }

  // MARK: - Privacy

  /// The page on which the viewer chooses; empty when there is none yet.
  package var optOutURL: String { engine.read(\.optOutURL) ?? "" }

  /// Whether the viewer is opted out.
  package var isOptedOut: Bool { engine.read(\.optOutStatus) ?? false }

  /// The viewer opts out, or back in, on that page.
  package func optOut(_ isOut: Bool) {
    engine.optOut(isOut)
    // Opting out ends the viewing session, but not the watching.
    guard isOut else { return }
    hasViewingSession = false
    mustBegin = true
    advance()
  }

  /// The viewer closes that page. The guides let the app close it and pass nothing on:
  /// `nielsen://close` is not a choice.
  package func closeOptOutPage() {
    report("opt-out page closed (\(kNielsenWebClose)): nothing is passed on")
  }

  // MARK: - Other screens

  /// The route of a device in the AirPlay template.
  private static let airPlayRoute = (
    portType: "AirPlay", portName: "Apple TV", uid: "DC:56:E7:53:72:85-airplay"
  )
  private static let speakerRoute = (
    portType: "Speaker", portName: "Speaker", uid: "Speaker"
  )
  private static let chromecast = [
    "ottStatus": "1", "ottType": "casting", "ottDevice": "chromecast",
    "ottDeviceName": "Google ChromeCast", "ottDeviceID": "id3tap-player",
    "ottDeviceManufacturer": "Google", "ottDeviceModel": "ChromeCast", "ottDeviceVersion": "1.0.0",
  ]

  /// The values for the engine that say where the stream is shown.
  var screenStatus: [String: String] {
    switch screen {
    case .none: airPlayStatus([Self.speakerRoute])
    case .airPlay: airPlayStatus([Self.airPlayRoute])
    case .cast: Self.chromecast
    }
  }

  /// Shows the stream as a picture in picture, or not any more. The metadata says which, and is loaded
  /// again.
  package func togglePictureInPicture() {
    loop.addedMetadata["pipMode"] = loop.addedMetadata["pipMode"] == "true" ? "false" : "true"
    if !mustBegin { engine.loadMetadata(loop.metadata) }
  }

  /// Shows the stream over AirPlay, or not any more.
  package func toggleAirPlay() {
    if screen == .cast { toggleCast() }
    screen = screen == .airPlay ? .none : .airPlay
    engine.updateOTT(screenStatus)
  }

  /// Casts the stream to a receiver, which plays on and measures by itself with an engine of its
  /// own; or ends the cast.
  package func toggleCast() {
    if screen == .cast {
      engine.endReceiver()
      screen = .none
      engine.updateOTT(screenStatus)
      advance()
      return
    }
    endViewingSession()
    screen = .cast
    engine.updateOTT(screenStatus)
    engine.receiverMetadata()
    engine.startReceiver(channel.metadata, ott: screenStatus)
  }

  // MARK: - Information

  /// Facts about the player and the engine, as names and values.
  package var information: [(name: String, value: String)] {
    let appInfo = options.playback.appInfo
    func text(_ value: (NielsenAppApi) -> String) -> String {
      let value = engine.read(value) ?? ""
      return value.isEmpty ? "-" : value
    }
    return [
      ("SDK version", text(\.meterVersion)),
      ("Opt-out", isOptedOut ? "opted out: ids are blank" : "opted in"),
      ("Nielsen id", text(\.nielsenId)),
      ("Device id", text(\.deviceId)),
      ("First-party id", text(\.firstPartyId)),
      ("Vendor id", text(\.vendorId)),
      ("App", "\(appInfo["appname"] ?? "-") \(appInfo["appversion"] ?? "")"),
      ("App id", appInfo["appid"] ?? "-"),
      ("Opt-out page", text(\.optOutURL)),
      ("Other screen", screen.rawValue),
    ]
  }
}
