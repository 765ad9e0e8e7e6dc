/// The frequent calls of the public API: playheads and tags.
extension Engine {
  mutating func playheadPosition(_ position: Int64) {
    look()
    guard lifecycle.isViewing || viewing.lapsed != nil else {
      if isQueued(.playheadPosition(position)) { return }
      output.note(.debug, "playheadPosition: ignored because nothing is playing")
      return
    }
    guard let range = ViewingSession.PlayheadRange(position) else {
      raiseInvalidPlayhead(
        "pass seconds from the start of the asset or Unix seconds, not milliseconds"
      )
      return
    }
    if viewing.lapsed != nil { goOnAfterLapse(by: "playheadPosition", at: position) }
    let beginsAnotherAd = settleAd(at: position)
    guard viewing.session?.fits(range) ?? false else {
      raiseInvalidPlayhead(
        "do not mix seconds from the start and Unix seconds within one asset"
      )
      return
    }
    if lifecycle.state == .paused { resume() }
    if beginsAnotherAd { measurement.beginAnotherAd(now: now) }
    noteSign()
    measurement.playhead(position, isInAd: viewing.session?.isInAd ?? false, now: now)
    makePings()
  }

  /// Decides whether the playhead at `position` begins an ad other than the one that was stopped or reloaded.
  private mutating func settleAd(at position: Int64) -> Bool {
    guard viewing.session?.isAdInDoubt ?? false else { return false }
    let isAnother = !measurement.dcr.adGoesOn(at: position)
    viewing.session?.settleAd(isAnother: isAnother)
    return isAnother
  }

  /// Handles a playhead that is not a number in the range of `Int64`.
  mutating func refusePlayhead() {
    look()
    guard lifecycle.isViewing else {
      if isQueued(.playheadPosition(nil)) { return }
      output.note(.debug, "playheadPosition: ignored because nothing is playing")
      return
    }
    raiseInvalidPlayhead("pass a number of seconds")
  }

  private mutating func raiseInvalidPlayhead(_ remedy: String) {
    raise(.invalidPlayheadPosition, "playheadPosition: ignored: \(remedy)")
  }

  mutating func sendID3(_ data: String) {
    look()
    guard lifecycle.isViewing || viewing.lapsed != nil else {
      if lifecycle.state == .initial {
        queueTag(data)
      } else {
        output.note(.debug, "sendID3: ignored because nothing is playing")
      }
      return
    }
    TagPayload.read(data) { check, bytes in
      switch check {
      case .empty, .foreign:
        return
      case .malformed:
        raise(
          .failedProcessID3,
          "sendID3: a malformed payload is dropped: pass the PRIV owner's 249 characters unchanged",
          product: .dtvr
        )
      case .valid(let tag):
        take(tag, data, bytes)
      }
    }
  }

  /// Queues a tag that arrived before the configuration, unless the tag would be ignored later.
  private mutating func queueTag(_ data: String) {
    let isKept = TagPayload.read(data) { check, _ in
      switch check {
      case .empty, .foreign: false
      case .malformed, .valid: true
      }
    }
    guard isKept else { return }
    // One byte more than a payload is kept, so that a tag that is too long is still malformed. Longer padding is
    // dropped.
    let kept = data.utf8.prefix(TagPayload.length + 1)
    _ = isQueued(.sendID3(String(decoding: kept, as: UTF8.self)))
  }

  private mutating func take(_ tag: TagPayload, _ data: String, _ bytes: UnsafeRawBufferPointer) {
    if let lapsed = viewing.lapsed {
      guard viewing.session != nil || lapsed.place.linear.isOnTagClock else {
        viewing.lapsed?.session.hold(data)
        return
      }
      goOnAfterLapse(by: "sendID3")
    }
    if lifecycle.state == .paused {
      guard measurement.dtvr.isOnTagClock else {
        viewing.session?.hold(data)
        return
      }
      resume()
    }
    noteSign()
    measurement.tag(tag, bytes: bytes, now: now)
    makePings()
  }

  mutating func measureHeldTags() {
    measure(heldTags: viewing.session?.releaseHeldTags() ?? [])
  }

  /// Measures payloads that arrived during a pause.
  mutating func measure(heldTags: [String]) {
    for payload in heldTags {
      measurement.tag(held: payload, now: now)
      makePings()
    }
  }

  /// Receives the answer to a time-shift lookup. `code` is nil if no code was returned.
  mutating func answer(_ code: String?, to question: TimeShiftQuestion) {
    guard !lifecycle.isDisabled else { return }
    guard let code, TimeShiftQuestion.isCode(code) else {
      raise(
        .failedSendTSV,
        "time-shift lookup: no two-digit code was returned: the code does not change",
        product: .tsv
      )
      return
    }
    measurement.dtvr.answer(code, for: question.sessions)
  }
}
