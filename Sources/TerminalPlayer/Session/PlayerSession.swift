import Playback
import TimedMetadata

/// A viewer's player: channels, a playhead that moves with the clock, and the engine that it calls as an
/// app calls the SDK.
///
/// The playhead moves in whole seconds: a second is played by `playheadPosition`, then the tags in it are sent.
/// Time passes in ``advance()``, which is to be called at ``nextMoment`` and whenever a stream has changed.
/// A session belongs to one thread.
package final class PlayerSession {
  /// The state of the player.
  package enum Phase: Sendable, Equatable {
    /// Nothing is played.
    case stopped
    /// The stream is played, or waited for.
    case playing
    /// The playhead does not advance.
    case paused
    /// The stream is over.
    case ended
    /// The stream could not be read; what could be was played.
    case failed(String)
  }

  /// Where the stream is shown beside this player.
  package enum Screen: String, Sendable {
    /// Nowhere else.
    case none
    /// Here, over AirPlay.
    case airPlay
    /// On a Chromecast, which measures by itself.
    case cast
  }

  /// How long a player waits for data before it reports a stall to the engine, in milliseconds.
  private static let stallTimeoutMilliseconds: Int64 = 30_000
  /// How many seconds must be read to begin, and to continue after a stall.
  static let startLead = 3.0
  /// How many seconds must be read to continue.
  private static let runningLead = 1.0
  static let second: Int64 = 1000

  /// The channels; never empty.
  package internal(set) var channels: [PlayerChannel]
  let clock: any PlayerClock
  let loop: PlayerLoop
  let recorder: EngineRecorder
  let options: PlayerOptions
  private let stream: (Int) -> any PlayerStream

  /// The channel that is chosen.
  package internal(set) var channelIndex = 0
  /// The state of the player.
  package internal(set) var phase = Phase.stopped
  /// Where the stream is shown.
  package internal(set) var screen = Screen.none
  /// The tags that were sent last, the latest first.
  package private(set) var sentTags: [SentTag] = []
  /// How often a stream could not be read to its end.
  package private(set) var failureCount = 0

  private(set) var feed: StreamFeed?
  /// When the next second is due.
  var nextSecond: Int64 = 0
  /// The rest of the second in which the playhead was stopped.
  var restOfSecond: Int64 = 0
  /// Since when the stream has been waited for; nil while it is there.
  private var stallStart: Int64?
  /// Whether the engine needs `play` and `loadMetadata` before the next playhead; always without a viewing
  /// session.
  var mustBegin = true
  /// Whether the engine has a viewing session to end.
  var hasViewingSession = false
  /// When time was last passed on to the engine.
  private var lastLook: Int64

  /// Makes a player that plays nothing yet.
  ///
  /// - Parameters:
  ///   - channels: At least one.
  ///   - options: How the engine is set up.
  ///   - clock: The time to go by.
  ///   - stream: Reaches the stream of the channel at an index.
  package init?(
    channels: [PlayerChannel],
    options: PlayerOptions,
    clock: any PlayerClock,
    stream: @escaping (Int) -> any PlayerStream
  ) {
    guard let first = channels.first else { return nil }
    self.channels = channels
    self.options = options
    self.clock = clock
    self.stream = stream
    lastLook = clock.milliseconds
    recorder = EngineRecorder(options, clock: clock, input: first.url)
    loop = PlayerLoop(recorder.startEngine(), options: options.playback)
    follow(first)
    // At each launch, and on coming to the foreground.
    engine.updateOTT(screenStatus)
  }

  /// The channel that is chosen.
  package var channel: PlayerChannel { channels[channelIndex] }

  /// What happened so far.
  package var log: PlayerLog { recorder.log }

  var engine: PlaybackEngine { loop.engine }

  /// The last second that was played; -1 before the first.
  var position: Int64 { loop.position }

  /// Whether the stream is waited for.
  package var isStalled: Bool { phase == .playing && stallStart != nil }

  /// Adds a line to the log.
  package func report(_ text: String) { recorder.note(.note(text)) }

  // MARK: - Time

  /// When ``advance()`` has something to do, in Unix milliseconds of the clock.
  package var nextMoment: Int64 {
    let look = lastLook + Self.second
    guard phase == .playing, stallStart == nil else { return look }
    return min(look, nextSecond)
  }

  /// Plays the seconds that are due.
  package func advance() {
    while phase == .playing, let feed {
      let isDue = clock.milliseconds >= nextSecond
      guard isDue || mustBegin || stallStart != nil, isThere(feed) else { break }
      if let end = feed.end, position >= end.lastSecond {
        finish(end)
        break
      }
      loop.adBreaks = adBreaks
      beginIfNeeded()
      let now = clock.milliseconds
      guard now >= nextSecond else { break }
      // After a sleep of the machine the playhead continues where it was.
      if now - nextSecond > clock.lagLimitMilliseconds { nextSecond = now }
      nextSecond += Self.second
      play(position + 1, of: feed)
      if let end = feed.end, position >= end.lastSecond { finish(end) }
    }
    look()
  }

  private func look() {
    let now = clock.milliseconds
    guard now - lastLook >= Self.second else { return }
    lastLook = now
    // While it is played, the playheads do so.
    if phase != .playing || stallStart != nil { engine.advance() }
  }

  /// Whether the next second can be played. While it cannot, time passes without the playhead.
  private func isThere(_ feed: StreamFeed) -> Bool {
    let next = position + 1
    if options.waitsForStream { return wait(for: next, of: feed) }
    let now = clock.milliseconds
    guard feed.isReady(for: next, lead: stallStart == nil ? Self.runningLead : Self.startLead)
    else {
      let start = stallStart ?? now
      stallStart = start
      // Apps report a wait that lasts as a stop.
      if now - start >= Self.stallTimeoutMilliseconds { interruptSession() }
      return false
    }
    if stallStart != nil {
      stallStart = nil
      nextSecond = max(nextSecond, now)
    }
    return true
  }

  /// Waits, in no time of the clock, until all tags of a second are known. False: the run was interrupted.
  @discardableResult func wait(for second: Int64, of feed: StreamFeed) -> Bool {
    feed.waitUntilReady(
      for: second,
      lead: StreamBuffer.steadyLead,
      isInterrupted: options.playback.isCancelled
    )
  }

  /// Reports to the engine that playing begins, or continues. A receiver does so for its own engine.
  private func beginIfNeeded() {
    guard mustBegin, screen != .cast else { return }
    // A new viewing session has its content first.
    loop.ad = hasViewingSession ? loop.adBreaks.breakAt(position + 1) : nil
    loop.begin()
    mustBegin = false
    hasViewingSession = true
  }

  private func play(_ second: Int64, of feed: StreamFeed) {
    loop.position = second
    let tags = feed.takeTags(of: second)
    loop.playSecond(tags)
    guard screen != .cast else { return }
    let sent = tags.flatMap { tag in
      tag.owners.map { SentTag(second: second, time: tag.time, owner: $0) }
    }
    sentTags = Array((sent.reversed() + sentTags).prefix(SentTag.keptCount))
  }

  /// What the stream marks as ads; nothing where they are not played, and for a receiver.
  private var adBreaks: AdBreaks {
    guard channel.ads ?? options.playback.playsAds, screen != .cast else { return AdBreaks() }
    return feed?.adBreaks ?? AdBreaks()
  }

  private func finish(_ end: StreamBuffer.End) {
    loop.position = end.lastSecond
    if screen == .cast { engine.passToReceiver("end") }
    endViewingSession()
    phase = .ended
    if let failure = end.failure {
      failureCount += 1
      phase = .failed(failure.description)
      report(failure.description)
      options.onFailure(failure)
    }
  }

  /// Reports that playing stops for a while.
  func interruptSession() {
    if !mustBegin { engine.stop() }
    mustBegin = true
  }

  func endViewingSession() {
    if hasViewingSession { engine.end() }
    hasViewingSession = false
    mustBegin = true
    loop.forgetSession()
  }

  // MARK: - Streams

  /// What is played next is a stream of this channel.
  func follow(_ channel: PlayerChannel) {
    recorder.input = channel.url
    loop.channelInfo = channel.channelInfo
    loop.content = channel.metadata
    loop.playheadKind = channel.playhead ?? options.playback.playhead
  }

  /// Begins to read the stream of the channel, from its start.
  func open() {
    close()
    reportWhatIsNotMeasured()
    feed = StreamFeed(stream(channelIndex), onChange: options.onChange)
    // Data that is missing when playing begins is not reported as a stall.
    stallStart = options.waitsForStream ? nil : clock.milliseconds
  }

  private func reportWhatIsNotMeasured() {
    let measuresAudio = options.playback.configuration.products.audio
    for line in UnmeasuredProducts.notices(of: [channel.metadata], measuresAudio: measuresAudio) {
      report("\(channel.name): \(line)")
    }
  }

  /// Releases the stream.
  func close() {
    feed?.cancel()
    feed = nil
    loop.move(to: 0)
    loop.forgetSession()
    stallStart = nil
    sentTags = []
  }

  /// The next second to be played is `second`; the viewer waits for nothing.
  func move(to second: Int64) {
    loop.move(to: second)
    feed?.seek(to: second)
    nextSecond = clock.milliseconds
    restOfSecond = 0
  }
}
