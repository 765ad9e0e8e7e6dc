/// The actions of the steps of a scenario.
extension ScenarioRun {
  func perform(_ action: ScenarioStep.Action) {
    switch action {
    case .ads(let ads): play(ads)
    case .pause(let kind, let seconds): pause(seconds, kind)
    case .buffer(let seconds, let policy): buffer(seconds, policy)
    case .seek(let target): seek(to: target)
    case .channel(let name, let content): change(to: name, content)
    case .kill(let seconds): kill(seconds)
    case .offline(let seconds): goOffline(for: seconds)
    case .ott(let info): report(info)
    case .optOut(let isOut): optOut(isOut)
    case .disable(let seconds): disable(seconds)
    case .cast(let seconds, let info): cast(seconds, info)
    case .page(let seconds, let metadata): show(page: metadata, for: seconds)
    case .end: end()
    }
  }

  private func play(_ ads: [ScenarioStep.Ad]) {
    if loop.position >= 0, !hasEnded { engine.stop() }
    for ad in ads {
      note(.ad, .number(ad.length))
      engine.loadMetadata(ad.metadata)
      for second in 0...ad.length {
        if second > 0 { wait(1) }
        engine.playheadPosition(second)
      }
      engine.stop()
    }
    guard !hasEnded else { return }
    note(.resume)
    engine.loadMetadata(loop.metadata)
    // The second in which the content was left.
    if loop.position >= 0 { engine.playheadPosition(loop.playhead) }
  }

  private func pause(_ seconds: Int64, _ kind: ScenarioStep.Interruption) {
    note(kind.action)
    // A player for audio plays on without a screen.
    if scenario.isAudio, kind == .background || kind == .lock {
      foreground = (now + seconds, kind.endingAction)
      return
    }
    engine.stop()
    wait(seconds)
    note(kind.endingAction)
    if kind == .background { updateOTT() }
    resume()
  }

  private func buffer(_ seconds: Int64, _ policy: ScenarioStep.BufferStop) {
    note(.buffer)
    guard case .after(let delay) = policy, seconds >= delay else {
      wait(seconds)
      return note(.resume)
    }
    wait(delay)
    engine.stop()
    wait(seconds - delay)
    note(.resume)
    resume()
  }

  /// The next second is `target`: the viewer waits for nothing.
  private func seek(to target: Int64) {
    note(.seek, .number(target))
    lost += loop.position + 1 - target
    loop.position = target - 1
  }

  private func change(to name: String, _ content: [String: String]?) {
    note(.channel, .text(name))
    engine.stop()
    engine.end()
    loop.channelInfo["channelName"] = name
    if let content { loop.content = content }
    begin()
  }

  private func kill(_ seconds: Int64) {
    note(.kill)
    engine.kill()
    wait(seconds)
    note(.launch)
    engine.restart()
    if let choiceAtLaunch { engine.optOut(choiceAtLaunch) }
    updateOTT()
    begin()
  }

  // MARK: - Privacy

  private func optOut(_ isOut: Bool) {
    note(.optOut, .number(isOut ? 1 : 0))
    engine.optOut(isOut)
    guard hasBegun else {
      choiceAtLaunch = isOut
      return
    }
    // Opting out ends the viewing session, but not the watching.
    if isOut, !hasEnded { begin() }
  }

  private func disable(_ seconds: Int64) {
    engine.disable(true)
    // The content plays on, without measurement.
    skip(seconds)
    engine.disable(false)
    begin()
  }

  // MARK: - Other devices

  private func report(_ info: [String: String]) {
    note(.ott, .number(info["ottStatus"] == "1" ? 1 : 0))
    ott = info
    updateOTT()
  }

  /// The sequence of "DCR Chromecast iOS SDK": the sender ends and says where it plays now, the receiver
  /// makes all calls, and the sender takes over again.
  private func cast(_ seconds: Int64, _ info: [String: String]) {
    note(.cast, .number(1))
    let before = ott
    engine.end()
    ott = info
    updateOTT()
    engine.startReceiver(loop.metadata, ott: info)
    for _ in 0..<seconds { guard playNext() else { break } }
    engine.endReceiver(Double(loop.playhead))
    note(.cast, .number(0))
    ott = before["ottType"] == info["ottType"] ? ["ottStatus": "0"] : before
    updateOTT()
    begin()
  }

  /// The viewer leaves what is played for a page, and comes back.
  private func show(page metadata: [String: String], for seconds: Int64) {
    let isPlaying = hasBegun && !hasEnded
    if isPlaying {
      engine.stop()
      engine.end()
    }
    engine.loadMetadata(metadata)
    for _ in 0..<seconds {
      wait(1)
      // The timer of a page comes by the clock.
      engine.advance()
    }
    engine.staticEnd()
    if isPlaying { begin() }
  }
}
