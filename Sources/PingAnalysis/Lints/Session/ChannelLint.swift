/// The channel names of an app session, which only raw tag pings carry, and the viewings on them.
struct ChannelLint {
  private struct Channel {
    var name: RememberedText
    var first: Int64
    var last: Int64
  }

  /// When a viewing was seen first.
  struct Viewing {
    var first: Int64?
    var isReported = false
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
  func findings(in ping: SentPing, _ viewing: inout Viewing) -> PingFinding? {
    guard let made = ping.number("c61") else { return nil }
    let first = min(viewing.first ?? made, made)
    viewing.first = first
    guard !viewing.isReported, let before, let running, first <= before.last, made > running.first
    else { return nil }
    viewing.isReported = true
    return PingFinding(
      "viewing-two-channels",
      .error,
      "c59",
      "the viewing continues from channel '\(before.name.short)' to '\(running.name.short)': keep "
        + "channelName the same for the whole stream, or call end before play with another one"
    )
  }
}
