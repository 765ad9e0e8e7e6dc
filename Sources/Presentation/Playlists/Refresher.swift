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

/// Loads a live document again when it is due, until it ends, nothing new has come for too long, or the task is cancelled.
struct Refresher<Document: LiveDocument>: Sendable {
  let document: Document
  let access: PlaylistAccess

  func follow() async {
    var document = document
    if await document.begin() { await follow(&document) }
    await document.finish()
  }

  private func follow(_ document: inout Document) async {
    let clock = access.clock
    var renewed = clock.now
    var isFailing = false
    while let time = document.dueTime {
      let isDue = await document.wait(until: time)
      guard !Task.isCancelled else { return }
      guard isDue else { continue }
      var loaded: LoadedVersion<Document>?
      if let request = document.dueRequest {
        let version = await load(request, of: document)
        if case .failure(let error) = version.result, error.code == .cancelled { return }
        loaded = version
      }
      guard let isNew = await document.take(loaded, unchangedSince: renewed) else { return }
      if isNew { renewed = clock.now }
      let age = clock.now - renewed
      switch loaded?.result {
      case .failure(let error):
        isFailing = true
        report(.failed(error), document, since: loaded?.requestTime)
      case .success: isFailing = false
      case nil: break
      }
      if !isFailing { report(isNew ? .renewed : .unchanged(seconds: age), document) }
      guard document.dueTime != nil, await document.goesOn(unchangedFor: age) else { return }
      guard age <= document.timeout else { return await document.giveUp(after: age) }
    }
  }

  private func load(
    _ request: Document.Request,
    of document: Document
  ) async -> LoadedVersion<Document> {
    let requested = access.clock.now
    do throws(TimedMetadataError) {
      let version = try await document.load(request)
      return LoadedVersion(request: request, requestTime: requested, result: .success(version))
    } catch {
      return LoadedVersion(request: request, requestTime: requested, result: .failure(error))
    }
  }

  private func report(
    _ outcome: PlaylistReload.Outcome,
    _ document: Document,
    since requested: Double? = nil
  ) {
    for name in document.names {
      access.onReload?(
        PlaylistReload(
          rendition: name,
          targetDuration: document.targetDuration,
          outcome: outcome,
          failedSeconds: requested.map { access.clock.now - $0 } ?? 0
        )
      )
    }
  }
}
