import TimedMetadata

/// A document that changes while a presentation is read: a live media playlist or a dynamic manifest.
protocol LiveDocument: Sendable {
  associatedtype Request: Sendable
  associatedtype Version: Sendable

  /// What it lists, for ``PlaylistReload``.
  var names: [String?] { get }
  /// The target duration for ``PlaylistReload``, in seconds.
  var targetDuration: Double { get }
  /// Seconds without anything new after which it counts as ended.
  var timeout: Double { get }
  /// When something is to be done next, in seconds of the clock; nil: never again.
  var dueTime: Double? { get }
  /// What is to be loaded now; nil: what is known may have become available meanwhile.
  var dueRequest: Request? { get }

  /// Takes the first version. False: nobody wants more.
  mutating func begin() async -> Bool
  /// Waits for a time. False: it has not come, something else may have changed ``dueTime``.
  mutating func wait(until time: Double) async -> Bool
  /// Loads a version.
  /// - Throws: The reason why there is none; `cancelled`.
  func load(_ request: Request) async throws(TimedMetadataError) -> Version
  /// Takes what was loaded, if anything was, and plans what has become available.
  /// - Returns: Whether there is anything new; nil: nobody wants more.
  mutating func take(_ loaded: LoadedVersion<Self>?, unchangedSince: Double) async -> Bool?
  /// Whether it is to be followed further after so many seconds without anything new.
  mutating func goesOn(unchangedFor age: Double) async -> Bool
  /// Says that it counts as ended.
  func giveUp(after age: Double) async
  /// Nothing more follows.
  mutating func finish() async
}

/// What came of a request for a version.
struct LoadedVersion<Document: LiveDocument> {
  var request: Document.Request
  /// When it was requested, in seconds of the clock.
  var requestTime: Double
  var result: Result<Document.Version, TimedMetadataError>
}

extension LiveDocument {
  /// Loads the document again when it is due, until it ends, nothing new has come for too long, or the task is cancelled.
  func follow(_ access: PlaylistAccess) async {
    var document = self
    if await document.begin() { await document.refresh(access) }
    await document.finish()
  }

  private mutating func refresh(_ access: PlaylistAccess) async {
    let clock = access.clock
    var renewed = clock.now
    var isFailing = false
    while let time = dueTime {
      let isDue = await wait(until: time)
      guard !Task.isCancelled else { return }
      guard isDue else { continue }
      var loaded: LoadedVersion<Self>?
      if let request = dueRequest {
        let version = await version(for: request, access)
        if case .failure(let error) = version.result, error.code == .cancelled { return }
        loaded = version
      }
      guard let isNew = await take(loaded, unchangedSince: renewed) else { return }
      if isNew { renewed = clock.now }
      let age = clock.now - renewed
      switch loaded?.result {
      case .failure(let error):
        isFailing = true
        report(.failed(error), access, since: loaded?.requestTime)
      case .success: isFailing = false
      case nil: break
      }
      if !isFailing { report(isNew ? .renewed : .unchanged(seconds: age), access) }
      guard dueTime != nil, await goesOn(unchangedFor: age) else { return }
      guard age <= timeout else { return await giveUp(after: age) }
    }
  }

  private func version(for request: Request, _ access: PlaylistAccess) async -> LoadedVersion<Self>
  {
    let requested = access.clock.now
    do throws(TimedMetadataError) {
      let version = try await load(request)
      return LoadedVersion(request: request, requestTime: requested, result: .success(version))
    } catch {
      return LoadedVersion(request: request, requestTime: requested, result: .failure(error))
    }
  }

  private func report(
    _ outcome: PlaylistReload.Outcome,
    _ access: PlaylistAccess,
    since requested: Double? = nil
  ) {
    for name in names {
      access.onReload?(
        PlaylistReload(
          rendition: name,
          targetDuration: targetDuration,
          outcome: outcome,
          failedSeconds: requested.map { access.clock.now - $0 } ?? 0
        )
      )
    }
  }
}
