/// The calls of the public API that open, change and close viewing sessions.
extension Engine {
  mutating func play(_ argument: Any) {
    guard state != .disabled else { return }
    let now = now
    closeIfSilent(now: now)
    guard let channel = ChannelInfo(argument) else {
      raise(
        EngineProblem(
          .failedParseStartInfo,
          "play: the channel is neither a dictionary nor a JSON object: pass one"
        ),
        now: now
      )
      return
    }
    for warning in channel.warnings { note(.warning, "play: \(warning)") }
    if channel.isNameBlank {
      raise(
        EngineProblem(.emptyValue, "play: 'channelName' is blank: pass a name or leave it out"),
        now: now
      )
    }
    let name = channel.name ?? configuration.defaults.channelName
    guard let session else {
      open(channelName: name, now: now)
      return
    }
    if session.channelName == name {
      resume(now: now)
    } else {
      closeSession(now: now)
      open(channelName: name, now: now)
    }
  }

  mutating func loadMetadata(_ argument: Any) {
    guard state != .disabled else { return }
    let now = now
    closeIfSilent(now: now)
    let metadata: Asset.Metadata
    do {
      metadata = try Asset.metadata(argument)
    } catch {
      raise(error, now: now)
      return
    }
    guard case .asset(let asset) = metadata else {
      note(.info, "loadMetadata: a static view is no matter of DTVR, which goes on")
      return
    }
    for warning in asset.warnings { note(.warning, "loadMetadata: \(warning)") }
    if asset.kind == .radio, !isRadioNoted {
      isRadioNoted = true
      note(.info, "loadMetadata: there is no audio product")
    }
    if session == nil {
      open(channelName: impliedChannelName, now: now)
    } else {
      resume(now: now)
    }
    if asset.isIDBlank {
      raise(
        EngineProblem(
          .emptyValue,
          "loadMetadata: 'assetid' is blank: pass an id or leave it out"
        ),
        now: now
      )
    }
    if session?.load(asset) ?? false { dtvr.switchAsset() }
  }

  mutating func stop() {
    let now = now
    closeIfSilent(now: now)
    guard state == .processing else { return }
    pause(now: now)
  }

  mutating func end() {
    let now = now
    closeIfSilent(now: now)
    guard session != nil else { return }
    closeSession(now: now)
  }

  mutating func advance() {
    let now = now
    closeIfSilent(now: now)
    guard session != nil else { return }
    dtvr.flushOverduePayloads(now: now, into: &reports)
    makePings(now: now)
  }
}
