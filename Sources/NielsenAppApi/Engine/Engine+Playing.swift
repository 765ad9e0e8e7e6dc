/// The calls of the public API that come all the time: playheads and tags.
extension Engine {
  mutating func playheadPosition(_ position: Int64) {
    let now = now
    look(now: now)
    guard lifecycle.isViewing || viewing.lapsed != nil else {
      if isQueued(.playheadPosition(position)) { return }
      output.note(.debug, "playheadPosition: ignored, nothing is playing")
      return
    }
    guard let range = ViewingSession.PlayheadRange(position) else {
      raiseInvalidPlayhead(
        "pass seconds from the start of the asset or Unix seconds, not milliseconds",
        now: now
      )
      return
    }
    if viewing.lapsed != nil { goOnAfterLapse(by: "playheadPosition", at: position, now: now) }
    let beginsAnotherAd = settleAd(at: position)
    guard viewing.session?.fits(range) ?? false else {
      raiseInvalidPlayhead(
        "seconds from the start and Unix seconds must not change within one asset",
        now: now
      )
      return
    }
    if lifecycle.state == .paused { resume(now: now) }
    if beginsAnotherAd { measurement.beginAnotherAd(now: now) }
    viewing.session?.lastSign = now
    measurement.playhead(position, isInAd: viewing.session?.isInAd ?? false, now: now)
    makePings(now: now)
  }

  /// Whether the playhead at `position` begins another ad than the one stopped or loaded again.
  private mutating func settleAd(at position: Int64) -> Bool {
    guard viewing.session?.isAdInDoubt ?? false else { return false }
    let isAnother = !measurement.dcr.adGoesOn(at: position)
    viewing.session?.settleAd(isAnother: isAnother)
    return isAnother
  }

  /// Refuses a playhead that is not a number.
  mutating func refusePlayhead() {
    let now = now
    look(now: now)
    guard lifecycle.isViewing else {
      if isQueued(.playheadPosition(nil)) { return }
      output.note(.debug, "playheadPosition: ignored, nothing is playing")
      return
    }
    raiseInvalidPlayhead("pass a number of seconds", now: now)
  }

  private mutating func raiseInvalidPlayhead(_ remedy: String, now: Int64) {
    raise(
      EngineProblem(.invalidPlayheadPosition, "playheadPosition: ignored: \(remedy)"),
      now: now
    )
  }

  mutating func sendID3(_ data: String) {
    let now = now
    look(now: now)
    guard lifecycle.isViewing || viewing.lapsed != nil else {
      if lifecycle.state == .initial { queueTag(data) }
      output.note(.debug, "sendID3: ignored, nothing is playing")
      return
    }
    TagPayload.read(data) { check, bytes in
      switch check {
      case .empty, .foreign:
        return
      case .malformed:
        raise(
          EngineProblem(
            .failedProcessID3,
            "sendID3: the payload is dropped: pass the 249 characters of the PRIV owner unchanged",
            product: .dtvr
          ),
          now: now
        )
      case .valid(let tag):
        take(tag, data, bytes, now: now)
      }
    }
  }

  /// Keeps a tag that came before the configuration, unless it would never be used.
  private mutating func queueTag(_ data: String) {
    let isKept = TagPayload.read(data) { check, _ in
      switch check {
      case .empty, .foreign: false
      case .malformed, .valid: true
      }
    }
    guard isKept else { return }
    // One byte more than a payload keeps something malformed malformed; padding may be far longer.
    let kept = data.utf8.prefix(TagPayload.length + 1)
    _ = isQueued(.sendID3(String(decoding: kept, as: UTF8.self)))
  }

  private mutating func take(
    _ tag: TagPayload,
    _ data: String,
    _ bytes: UnsafeRawBufferPointer,
    now: Int64
  ) {
    if let lapsed = viewing.lapsed {
      guard viewing.session != nil || lapsed.place.linear.isOnTagClock else {
        viewing.lapsed?.session.hold(data)
        return
      }
      goOnAfterLapse(by: "sendID3", now: now)
    }
    if lifecycle.state == .paused {
      guard measurement.dtvr.isOnTagClock else {
        viewing.session?.hold(data)
        return
      }
      resume(now: now)
    }
    viewing.session?.lastSign = now
    measurement.tag(tag, bytes: bytes, now: now)
    makePings(now: now)
  }

  /// Counts the payloads that came during a pause which is over now.
  mutating func measureHeldTags(now: Int64) {
    measure(heldTags: viewing.session?.releaseHeldTags() ?? [], now: now)
  }

  /// Counts payloads that came during a pause which is over now.
  mutating func measure(heldTags: [String], now: Int64) {
    for payload in heldTags {
      measurement.tag(held: payload, now: now)
      makePings(now: now)
    }
  }

  /// Receives the answer to a time-shift lookup.
  mutating func answer(_ code: String?, to question: TimeShiftQuestion) {
    guard !lifecycle.isDisabled else { return }
    guard let code, TimeShiftQuestion.isCode(code) else {
      raise(
        EngineProblem(
          .failedSendTSV,
          "time-shift lookup: no two-digit code came back: the code stays unknown",
          product: .tsv
        ),
        now: now
      )
      return
    }
    measurement.dtvr.answer(code, for: question.sessions)
  }
}
