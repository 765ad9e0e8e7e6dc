import TimedMetadata

/// A document that changes while a presentation is read: a live media playlist or a dynamic manifest.
protocol LiveDocument: Sendable {
  associatedtype Request: Sendable
  associatedtype Version: Sendable

  /// The names of the renditions that are read, for ``PlaylistReload``.
  var names: [String?] { get }
  /// The value of ``PlaylistReload/targetDuration``.
  var targetDuration: Double { get }
  /// Seconds without a change after which the document counts as ended.
  var timeout: Double { get }
  /// When to load or check the document next, in seconds of the clock; nil if the document is finished.
  var dueTime: Double? { get }
  /// The request to send now; nil if only segments of the known version may have become available.
  var dueRequest: Request? { get }

  /// Processes the first version. Returns false if the document does not have to be reloaded.
  mutating func begin() async -> Bool
  /// Waits until `time`. Returns false if the wait ended early because ``dueTime`` may have changed.
  mutating func wait(until time: Double) async -> Bool
  /// Loads a version of the document.
  /// - Throws: The reason why the version could not be loaded; `cancelled`.
  func load(_ request: Request) async throws(TimedMetadataError) -> Version
  /// Processes the outcome of a request, and plans the segments that have become available. `loaded` is nil if nothing
  /// was loaded.
  /// - Returns: Whether a playlist has changed or a manifest lists new segments; nil if the
  ///   document does not have to be reloaded again.
  mutating func take(_ loaded: LoadedVersion<Self>?, unchangedSince: Double) async -> Bool?
  /// Whether to keep following the document after `age` seconds without a change.
  mutating func goesOn(unchangedFor age: Double) async -> Bool
  /// Reports that the document counts as ended after `age` seconds without a change.
  func giveUp(after age: Double) async
  /// Tells the schedule and the merger that no further data follows.
  mutating func finish() async
}

struct LoadedVersion<Document: LiveDocument> {
  var request: Document.Request
  /// When the version was requested, in seconds of the clock.
  var requestTime: Double
  var result: Result<Document.Version, TimedMetadataError>
}

extension LiveDocument {
  /// Reloads the document whenever it is due. Stops if the document ends, is no longer needed or has not changed for
  /// more than `timeout` seconds, or if the task is cancelled.
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
