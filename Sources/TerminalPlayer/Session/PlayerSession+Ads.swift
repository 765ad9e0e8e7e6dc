import Playback

/// The ads that a stream marks.
extension PlayerSession {
  /// Begins an ad of the stream, ends it, or goes from one to the next, as `id3tap pings` does.
  func changeOver() {
    let next = adBreaks.breakAt(position)
    guard next?.start != ad?.start else { return }
    if latest == position - 1 {
      // Repeats the last second of what ends: it has been played to here.
      engine.playheadPosition(playhead)
    }
    engine.stop()
    ad = next
    engine.loadMetadata(metadata)
  }

  /// The marked ad breaks of the stream; empty if they are not played, and for a receiver.
  var adBreaks: AdBreaks {
    guard channel.ads ?? options.playback.playsAds, screen != .cast else { return AdBreaks() }
    return feed?.adBreaks ?? AdBreaks()
  }
}
