/// The channel names of an app session, which only raw tag pings carry, and the viewings on them.
struct ChannelLint {
  private struct Channel {
    var name: RememberedText
    var first: Int64
    var last: Int64
  }

  private var before: Channel?
  private var running: Channel?

  mutating func note(_ ping: SentPing) {
    guard ping.product == .id3, let name = ping.plain("channame"), let made = ping.number("c61")
    else {
      return
    }
    let text = RememberedText(name)
    guard var channel = running else {
      running = Channel(name: text, first: made, last: made)
      return
    }
    if channel.name == text {
      channel.last = max(channel.last, made)
      running = channel
    } else if made > channel.last {
      before = channel
      running = Channel(name: text, first: made, last: made)
    }
  }

  /// A viewing that was open before a change of the channel and still is.
  func finding(about ping: SentPing, _ viewing: inout ViewingState) -> PingFinding? {
    guard !viewing.isChangeReported, let before, let running, let made = ping.number("c61"),
      let first = viewing.firstContent, first <= before.last, made > running.first
    else { return nil }
    viewing.isChangeReported = true
    return PingFinding(
      "viewing-two-channels",
      .error,
      "c59",
      "the viewing continues from channel '\(before.name.short)' to '\(running.name.short)': keep "
        + "channelName the same for the whole stream, or call end before play with another one"
    )
  }
}
