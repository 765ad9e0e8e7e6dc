/// The calls of the public API that open, change and close viewing sessions.
///
/// The argument of a call is parsed before the call is handled or queued, so that a malformed
/// argument is reported immediately, even before the configuration arrives.
extension Engine {
  /// Whether the current call was queued, or repeats another instance's choice. Its argument was checked before.
  var hasWaited: Bool { lifecycle.queuedTime != nil }

  /// Queues `call` while the configuration is awaited. Returns whether it was queued.
  mutating func isQueued(_ call: @autoclosure () -> Call) -> Bool {
    guard lifecycle.state == .initial else { return false }
    lifecycle.queue.append(call(), time: now)
    return true
  }

  // MARK: - play

  mutating func play(_ argument: CallArgument) {
    guard !lifecycle.isDisabled else { return }
    look()
    guard let channel = ChannelInfo(argument) else {
      raise(
        .failedParseStartInfo,
        "play: the channel is neither a dictionary nor a JSON object: pass one"
      )
      return
    }
    if !hasWaited { remark(on: channel) }
    guard !isQueued(.play(argument)) else { return }
    if privacy.flavour == .noId, !isOptedOut {
      output.noteOnce(
        .warning,
        "play: the NoID flavour requires the app to opt out right after init"
      )
    }
    let name = channel.name ?? impliedChannelName
    viewing.forgetLapsed(unlessOn: name)
    if viewing.session == nil {
      measurement.dcr.forgetEndedContent()
    } else if viewing.session?.channelName == name {
      resume()
      return
    } else {
      closeSession()
    }
    open(channelName: name, mediaURL: channel.mediaURL, now: now)
  }

  private mutating func remark(on channel: ChannelInfo) {
    for warning in channel.warnings { output.note(.warning, "play: \(warning)") }
    guard channel.isNameBlank else { return }
    raise(.emptyValue, "play: 'channelName' is blank: pass a name or leave it out")
  }

  // MARK: - loadMetadata

  mutating func loadMetadata(_ argument: CallArgument) {
    guard !lifecycle.isDisabled else { return }
    look()
    let asset: Asset
    do {
      asset = try Asset(metadata: argument)
    } catch {
      raise(error)
      return
    }
    if !hasWaited { remark(on: asset) }
    if !isQueued(.loadMetadata(argument)) { load(asset) }
  }

  private mutating func remark(on asset: Asset) {
    for warning in asset.warnings { output.note(.warning, "loadMetadata: \(warning)") }
    if asset.isIDBlank {
      raise(.emptyValue, "loadMetadata: 'assetid' is blank: pass an id or leave it out")
    }
    if asset.kind == .radio { checkStation(asset) }
    if asset.values["ocrtag"] != nil {
      output.noteOnce(
        .warning,
        "loadMetadata: ad ratings (DAR) are not measured: 'ocrtag' has no effect"
      )
    }
    noteUnusedMarketFields(asset)
  }

  /// Warns when only the tags of audio are measured. If `products.audio` is on, checks that the station has an id.
  private mutating func checkStation(_ asset: Asset) {
    guard configuration.products.audio else {
      output.noteOnce(
        .warning,
        "loadMetadata: audio ('radio') is not measured as audio: its playheads make no ping, and its tags are "
          + "measured like those of video: turn on products.audio"
      )
      return
    }
    guard asset.id == nil else { return }
    raise(.failedSendStationRequest, "loadMetadata: radio needs 'assetid': pass the station's id")
  }

  /// Warns about metadata keys such as `nol_c1` if no template of the configuration uses them.
  private mutating func noteUnusedMarketFields(_ asset: Asset) {
    for key in asset.values.keys.sorted() where key.hasPrefix("nol_c") {
      let source = PingTemplateEntry.Source.variable(.custom(key))
      guard !configuration.pings.values.flatMap(\.entries).contains(where: { $0.source == source })
      else { continue }
      output.noteOnce(
        .warning,
        "loadMetadata: no ping of this configuration uses '\(key)': add a ping parameter with "
          + "{custom.\(key)}"
      )
    }
  }

  /// Before a preroll, closes a session whose content is over: the preroll belongs to the next
  /// program, which may be on the same channel.
  private mutating func leaveContentThatIsOver() {
    if viewing.lapsed?.session.isContentOver ?? false { viewing.lapsed = nil }
    guard let session = viewing.session, session.isContentOver else { return }
    closeSession()
    open(channelName: session.channelName, mediaURL: session.mediaURL, now: now)
  }

  private mutating func load(_ asset: Asset) {
    guard asset.kind != .page else {
      measurement.dcr.open(asset, now: now / 1000)
      makePings()
      return
    }
    if asset.values["type"] == "preroll" { leaveContentThatIsOver() }
    // An ad belongs to the content before it, so it continues a lapsed session. Content does not.
    if asset.kind == .ad { goOnAfterLapse(by: "loadMetadata") }
    viewing.lapsed = nil
    if viewing.session == nil {
      open(channelName: impliedChannelName, now: now)
    } else {
      resume()
    }
    if asset.kind == .ad, !(viewing.session?.isContentNamed ?? false),
      measurement.dcr.endedContent == nil
    {
      output.note(.info, "loadMetadata: an ad came before any content: load the content first")
    }
    guard let isNew = viewing.session?.load(asset), let active = viewing.session?.asset else {
      return
    }
    measurement.load(active, isNew: isNew, now: now)
    makePings()
  }

  // MARK: - updateMetadata

  /// The keys that identify the asset, which `updateMetadata` does not change.
  private static let identifyingKeys: Set<String> = ["type", "vidtype", "assetid"]

  mutating func updateMetadata(_ argument: CallArgument) {
    guard !lifecycle.isDisabled else { return }
    look()
    guard let object = ArgumentObject(argument, knownKeys: []) else {
      raise(
        .failedParseMetadata,
        "updateMetadata: the metadata is neither a dictionary nor a JSON object: pass one"
      )
      return
    }
    if !hasWaited {
      for warning in object.warnings { output.note(.warning, "updateMetadata: \(warning)") }
    }
    guard !isQueued(.updateMetadata(argument)) else { return }
    let values = Asset.withOneSpelling(object.values).filter {
      !Self.identifyingKeys.contains($0.key)
    }
    guard viewing.session != nil else {
      output.note(.debug, "updateMetadata: ignored because nothing is playing")
      return
    }
    viewing.session?.merge(values)
    guard let session = viewing.session else { return }
    measurement.dcr.update(content: session.content, ad: session.isInAd ? session.asset : nil)
  }

  // MARK: - stop, end

  mutating func stop() {
    guard !lifecycle.isDisabled, !isQueued(.stop) else { return }
    look()
    guard lifecycle.state == .processing else { return }
    pause()
  }

  mutating func end() {
    guard !lifecycle.isDisabled, !isQueued(.end) else { return }
    look()
    closeAll(byEnd: true)
  }

  mutating func staticEnd() {
    guard !lifecycle.isDisabled, !isQueued(.staticEnd) else { return }
    look()
    measurement.dcr.closeStaticView(now: now / 1000)
    makePings()
  }

  mutating func advance() {
    guard lifecycle.isInForce else { return }
    look()
    guard viewing.session != nil else { return }
    measurement.dtvr.flushOverduePayloads(now: now)
    makePings()
  }
}
