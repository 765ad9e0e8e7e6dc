import TimedMetadata

/// Reads the events of an HLS or DASH presentation: all requested renditions, on one timeline.
///
/// Each rendition, live playlist and live manifest is read by its own task. Segments are fetched in advance. Unless the
/// presentation is live, events are delivered in its order. Only one task at a time may ask for events.
final class PresentationEvents {
  private let access: PlaylistAccess
  private let options: ReaderOptions
  private let name: String
  private let open: () async throws(TimedMetadataError) -> PresentationPlan
  /// Counts the bytes of segments that have been read. Any task may read the count.
  let counter = ByteCounter()
  /// Called with the number of bytes read, before each wait for an event and after the last one.
  var onProgress: (Int64) -> Void = { _ in }
  private var presentation: PresentationReader?
  private var pending = Fifo<TimedMetadataEvent>()
  private var interstitials = InterstitialWatch()
  private var lasting: [StreamNote] = []
  /// When the lasting notes were last delivered, in seconds of the clock.
  private var remindedAt = 0.0
  private var hasEnded = false
  /// Whether the events that had been read before the cancellation have been delivered.
  private var isDrained = false

  /// Parses a playlist or a manifest.
  /// - Throws: `cannotRead`; `notListed` if it contains no requested rendition; `cannotOpen` if its
  ///   URIs cannot be resolved.
  init(
    _ bytes: [UInt8],
    of format: PlaylistFormat,
    name: String,
    access: PlaylistAccess,
    options: ReaderOptions
  ) throws(TimedMetadataError) {
    (self.name, self.access, self.options) = (name, access, options)
    let limit = options.limitSeconds
    switch format {
    case .hls:
      let document = try PlaylistDocument(bytes, name: name, access: access)
      open = { () throws(TimedMetadataError) in try await document.open(limitSeconds: limit) }
    case .dash:
      let document = try ManifestDocument(bytes, name: name, access: access)
      open = { () throws(TimedMetadataError) in try await document.open(limitSeconds: limit) }
    }
  }

  deinit { presentation?.cancel() }

  /// Waits for the next event. Returns nil after the last event. In a cancelled task, the events that are
  /// available are returned before the error.
  /// - Throws: The reason why nothing could be read; `cancelled`.
  func next() async throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = pending.popFirst() { return event }
      guard !hasEnded else { return nil }
      try await advance()
    }
  }

  private func advance() async throws(TimedMetadataError) {
    if Task.isCancelled {
      guard !isDrained else {
        hasEnded = true
        presentation?.cancel()
        throw .interrupted(input: name)
      }
      isDrained = true
      presentation?.drain()
      while let event = presentation?.takeEvent() { pending.append(event) }
      return
    }
    onProgress(counter.value)
    guard let presentation else { return try await begin() }
    do throws(TimedMetadataError) {
      try await presentation.advance()
    } catch {
      hasEnded = true
      throw error
    }
    while let event = presentation.takeEvent() { await take(event) }
    remind()
    hasEnded = presentation.hasEnded
    if hasEnded { onProgress(counter.value) }
  }

  /// Adds an event of the presentation to `pending`. Notes on interstitials are added before the event `end`.
  private func take(_ event: TimedMetadataEvent) async {
    if access.readsInterstitials {
      interstitials.receive(event)
      if case .end = event {
        let reader = AssetReader(access)
        for note in await interstitials.notes(reader) { pending.append(.note(note)) }
      }
    }
    pending.append(event)
  }

  /// Starts reading once all playlists have been fetched.
  private func begin() async throws(TimedMetadataError) {
    let plan: PresentationPlan
    do throws(TimedMetadataError) {
      plan = try await open()
    } catch {
      // After a cancellation the error does not describe the playlist.
      guard !Task.isCancelled else { return }
      hasEnded = true
      throw error
    }
    guard !Task.isCancelled else { return }
    for note in plan.notes { pending.append(.note(note)) }
    (lasting, remindedAt) = (plan.lasting, access.clock.now)
    guard !plan.tracks.isEmpty else { return hasEnded = true }
    presentation = PresentationReader(
      plan,
      name: name,
      counter: counter,
      access: access,
      options: options
    )
  }

  /// Repeats the notes that remain true, at most once per `access.reminder` seconds.
  private func remind() {
    guard let reminder = access.reminder, !lasting.isEmpty else { return }
    let now = access.clock.now
    guard now - remindedAt >= reminder else { return }
    remindedAt = now
    for note in lasting { pending.append(.note(note)) }
  }

  var summary: InputSummary {
    presentation?.summary ?? InputSummary(duration: nil, streams: [], byteCount: 0)
  }
}
