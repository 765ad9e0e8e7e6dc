/// The calls of the public API that come all the time: playheads and tags.
extension Engine {
  mutating func playheadPosition(_ position: Int64) {
    let now = now
    look(now: now)
    guard state == .processing || state == .paused || lapsed != nil else {
      if isQueued(.playhead(position)) { return }
      note(.debug, "playheadPosition: ignored, nothing is playing")
      return
    }
    guard let range = ViewingSession.PlayheadRange(position) else {
      raiseInvalidPlayhead(
        "pass seconds from the start of the asset or Unix seconds, not milliseconds",
        now: now
      )
      return
    }
    if lapsed != nil { goOnAfterLapse(by: "playheadPosition", at: position, now: now) }
    let beginsAnotherAd = settleAd(at: position)
    guard session?.fits(range) ?? false else {
      raiseInvalidPlayhead(
        "seconds from the start and Unix seconds must not change within one asset",
        now: now
      )
      return
    }
    if state == .paused { resume(now: now) }
    if beginsAnotherAd {
      dtvr.switchAsset()
      dcr.beginAnotherAd(now: now / 1000)
    }
    session?.lastSign = now
    let isInAd = session?.isInAd ?? false
    let counted = countable(now: now)
    dtvr.playhead(position, isInAd: isInAd, counted: counted, now: now, into: &reports)
    dcr.playhead(
      position,
      isInAd: isInAd,
      counted: counted,
      now: now / 1000,
      into: &dcrReports
    )
    makePings(now: now)
  }

  /// Whether the playhead at `position` begins another ad than the one stopped or loaded again.
  private mutating func settleAd(at position: Int64) -> Bool {
    guard let session, session.isAdInDoubt else { return false }
    let isAnother = !dcr.adGoesOn(at: position)
    self.session?.settleAd(isAnother: isAnother)
    return isAnother
  }

  /// Refuses a playhead that is no number.
  mutating func refusePlayhead() {
    let now = now
    look(now: now)
    guard state == .processing || state == .paused else {
      if isQueued(.unreadablePlayhead) { return }
      note(.debug, "playheadPosition: ignored, nothing is playing")
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
    guard state == .processing || state == .paused || lapsed != nil else {
      if state == .initial { queueTag(data) }
      note(.debug, "sendID3: ignored, nothing is playing")
      return
    }
    Self.withBytes(of: data) { bytes in
      switch TagPayload.check(bytes) {
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

  /// Keeps a tag that came before the configuration. What nobody will look at is not kept.
  private mutating func queueTag(_ data: String) {
    let isKept = Self.withBytes(of: data) { bytes in
      switch TagPayload.check(bytes) {
      case .empty, .foreign: false
      case .malformed, .valid: true
      }
    }
    guard isKept else { return }
    // One byte more than a payload keeps something malformed malformed; padding may be far longer.
    let kept = data.utf8.prefix(TagPayload.length + 1)
    _ = isQueued(.tag(String(decoding: kept, as: UTF8.self)))
  }

  private mutating func take(
    _ tag: TagPayload,
    _ data: String,
    _ bytes: UnsafeRawBufferPointer,
    now: Int64
  ) {
    if let lapsed {
      guard session != nil || lapsed.linear.isOnTagClock else {
        self.lapsed?.session.hold(data)
        return
      }
      goOnAfterLapse(by: "sendID3", now: now)
    }
    if state == .paused {
      guard dtvr.isOnTagClock else {
        session?.hold(data)
        return
      }
      resume(now: now)
    }
    session?.lastSign = now
    let counted = countable(now: now)
    dtvr.tag(tag, bytes: bytes, counted: counted, now: now, into: &reports)
    makePings(now: now)
  }

  /// Counts a payload that came during the pause which is over now.
  mutating func measure(heldTag payload: String, now: Int64) {
    Self.withBytes(of: payload) { bytes in
      guard case .valid(let tag) = TagPayload.check(bytes) else { return }
      dtvr.tag(tag, bytes: bytes, now: now, into: &reports)
    }
    makePings(now: now)
  }

  /// Takes in the answer to a time-shift lookup.
  mutating func answer(_ code: String?, to question: TimeShiftQuestion) {
    guard state != .disabled else { return }
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
    dtvr.answer(code, for: question.sessions)
  }

  private static func withBytes<Result>(
    of text: String,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
