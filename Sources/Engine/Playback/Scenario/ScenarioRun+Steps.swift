import NielsenAppApi

extension ScenarioRun {
  func perform(_ action: ScenarioStep.Action) {
    switch action {
    case .ads(let ads): play(ads)
    case .pause(let kind, let seconds): pause(seconds, kind)
    case .buffer(let seconds): buffer(seconds)
    case .seek(let target): seek(to: target)
    case .channel(let name, let content): change(to: name, content)
    case .kill(let seconds): kill(seconds)
    case .offline(let seconds): goOffline(for: seconds)
    case .ott(let info): report(info)
    case .optOut(let isOut): optOut(isOut)
    case .systemOptOut(let isOut):
      note(.optOut, .number(isOut ? 1 : 0))
      app.changeTracking(isOptedOut: isOut)
    case .cast(let seconds, let info): cast(seconds, info)
    case .page(let seconds, let metadata): show(page: metadata, for: seconds)
    case .end: end()
    }
  }

  private func play(_ ads: [ScenarioStep.Ad]) {
    if loop.position >= 0, !hasEnded { stop() }
    for ad in ads {
      note(.ad, .number(ad.length))
      load(ad.metadata)
      for second in 0...ad.length {
        if second > 0 { wait(1) }
        app.handle(.playheadPosition(second), instance: app.measuring)
      }
      stop()
    }
    guard !hasEnded else { return }
    note(.resume)
    load(loop.metadata)
    // The second at which the content was interrupted gets another playhead after the ads.
    if loop.position >= 0 { loop.passPlayhead() }
  }

  private func pause(_ seconds: Int64, _ kind: ViewerAction.Name) {
    note(kind)
    let ending = kind.ending ?? .resume
    // An audio player continues without a screen, and a receiver continues regardless of the phone.
    let playsOn =
      app.isCasting ? kind != .pause : scenario.isAudio && (kind == .background || kind == .lock)
    if playsOn {
      foreground = (now + seconds, ending)
      return
    }
    stop()
    wait(seconds)
    note(ending)
    if kind == .background { updateOTT() }
    resume()
  }

  private func stop() { app.handle(.stop, instance: app.measuring) }

  /// Buffers for `seconds`. If the player is still buffering after 30 seconds, the app calls `stop`.
  private func buffer(_ seconds: Int64) {
    let patience: Int64 = 30
    note(.buffer)
    guard seconds >= patience else {
      wait(seconds)
      return note(.resume)
    }
    wait(patience)
    stop()
    wait(seconds - patience)
    note(.resume)
    resume()
  }

  /// Continues at the second `target` without waiting.
  private func seek(to target: Int64) {
    note(.seek, .number(target))
    lost += loop.position + 1 - target
    loop.position = target - 1
  }

  private func change(to name: String, _ content: [String: String]?) {
    note(.channel, .text(name))
    app.handle(.stop)
    app.handle(.end)
    loop.channelInfo["channelName"] = name
    if let content { loop.content = content }
    begin()
  }

  private func kill(_ seconds: Int64) {
    note(.kill)
    app.kill()
    wait(seconds)
    note(.launch)
    app.start()
    if let choiceAtLaunch { choose(choiceAtLaunch) }
    updateOTT()
    begin()
  }

  // MARK: - Privacy

  private func optOut(_ isOut: Bool) {
    note(.optOut, .number(isOut ? 1 : 0))
    choose(isOut)
    guard hasBegun else {
      choiceAtLaunch = isOut
      return
    }
    // Opting out ends the viewing session, but the viewer continues to watch. During a cast, the
    // receiver must be informed.
    if app.isCasting { app.relay() } else if isOut, !hasEnded { begin() }
  }

  private func choose(_ isOut: Bool) {
    app.handle(.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)"))
  }

  // MARK: - Other devices

  private func report(_ info: [String: String]) {
    note(.ott, .number(info["ottStatus"] == "1" ? 1 : 0))
    ott = info
    updateOTT()
  }

  /// Plays on a receiver for `seconds`, in the sequence of "DCR Chromecast iOS SDK": the sender ends its session and
  /// reports the receiver, the receiver makes all calls, and the sender then plays again.
  private func cast(_ seconds: Int64, _ info: [String: String]) {
    note(.cast, .number(1))
    let before = ott
    app.handle(.end)
    ott = info
    updateOTT()
    app.cast(loop.metadata, ott: info)
    // The second in which the device changes gets a playhead on the new device.
    if loop.position >= 0 { loop.passPlayhead() }
    for _ in 0..<seconds {
      guard playNext() else { break }
      take(.second(loop.position))
    }
    app.endCast(.number(Double(loop.playhead)))
    note(.cast, .number(0))
    ott = before["ottType"] == info["ottType"] ? ["ottStatus": "0"] : before
    updateOTT()
    begin()
    if (0..<last).contains(loop.position) { loop.passPlayhead() }
  }

  /// Shows a page. The viewer leaves the content for it and returns afterwards.
  private func show(page metadata: [String: String], for seconds: Int64) {
    let isPlaying = hasBegun && !hasEnded
    if isPlaying {
      app.handle(.stop)
      app.handle(.end)
    }
    load(metadata)
    for _ in 0..<seconds {
      wait(1)
      // The page timer depends on the clock, which the engine reads only during calls.
      app.advance()
    }
    app.handle(.staticEnd)
    if isPlaying { begin() }
  }
}
