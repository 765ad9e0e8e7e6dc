/// The calls of the public API that come all the time: playheads and tags.
extension Engine {
  mutating func playheadPosition(_ position: Int64) {
    let now = now
    closeIfSilent(now: now)
    guard state == .processing || state == .paused else {
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
    let beginsAnotherAd = settleAd(at: position)
    guard session?.fits(range) ?? false else {
      raiseInvalidPlayhead(
        "seconds from the start and Unix seconds must not change within one asset",
        now: now
      )
      return
    }
    if state == .paused { resume(now: now) }
    if beginsAnotherAd { dtvr.switchAsset() }
    session?.lastSign = now
    dtvr.playhead(position, isInAd: session?.isInAd ?? false, now: now, into: &reports)
    makePings(now: now)
  }

  /// Whether the playhead at `position` begins another ad than the one stopped or loaded again.
  private mutating func settleAd(at position: Int64) -> Bool {
    guard let session, session.isAdInDoubt else { return false }
    let isAnother = !dtvr.goesOn(at: position)
    self.session?.settleAd(isAnother: isAnother)
    return isAnother
  }

  private mutating func raiseInvalidPlayhead(_ remedy: String, now: Int64) {
    raise(
      EngineProblem(.invalidPlayheadPosition, "playheadPosition: ignored: \(remedy)"),
      now: now
    )
  }

  mutating func sendID3(_ data: String) {
    let now = now
    closeIfSilent(now: now)
    guard state == .processing || state == .paused else {
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

  private mutating func take(
    _ tag: TagPayload,
    _ data: String,
    _ bytes: UnsafeRawBufferPointer,
    now: Int64
  ) {
    if state == .paused {
      guard dtvr.isOnTagClock else {
        session?.hold(data)
        return
      }
      resume(now: now)
    }
    session?.lastSign = now
    dtvr.tag(tag, bytes: bytes, now: now, into: &reports)
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
    guard let code, code.utf8.count == 2, code.utf8.allSatisfy({ $0 &- 0x30 <= 9 }) else {
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

  private static func withBytes(of text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    var text = text
    text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
