import TimedMetadata

/// Collects the interstitials of a presentation and the times of its tags. At the end, reports interstitials without
/// Nielsen tags and how many of the content's tags each one replaces, and interstitials that were not checked.
struct InterstitialWatch {
  private struct Found {
    var id: String
    var place: Interstitial
    var time: Double?
    /// The duration of the marker in seconds; nil if unknown.
    var duration: Double?
  }

  /// The maximum number of interstitials that are checked.
  static let maximumInterstitials = 64
  /// The maximum number of tag times that are kept. Only the tags of one rendition are counted.
  static let maximumTimes = 100_000

  private var found: [Found] = []
  /// The first interstitial that is not checked because of `maximumInterstitials`; nil if there is none.
  private var next: Found?
  private var ids: Set<String> = []
  private var times: [Double] = []
  private var rendition: String??

  /// Records an interstitial or the time of a tag from an event of the presentation.
  mutating func receive(_ event: TimedMetadataEvent) {
    switch event {
    case .marker(let marker):
      guard let place = marker.interstitial, next == nil else { return }
      let id = marker.id ?? ""
      let new = Found(id: id, place: place, time: marker.time, duration: marker.duration)
      guard !ids.contains(id) else {
        // A later version of the playlist may have more attributes.
        if let index = found.firstIndex(where: { $0.id == id }) { found[index] = new }
        return
      }
      guard found.count < Self.maximumInterstitials else { return next = new }
      ids.insert(id)
      found.append(new)
    case .tag(let tag):
      guard tag.nielsen != nil, let time = tag.time else { return }
      if rendition == nil { rendition = .some(tag.rendition) }
      guard rendition == .some(tag.rendition), times.count < Self.maximumTimes else { return }
      times.append(time)
    case .note, .segment, .end: return
    }
  }

  /// Reads the assets and returns notes on them. There are no notes if the content itself has no Nielsen tags.
  func notes(_ reader: AssetReader) async -> [StreamNote] {
    guard !times.isEmpty else { return [] }
    var notes: [StreamNote] = []
    for interstitial in found {
      guard let assets = await reader.assets(of: interstitial.place) else {
        if !Task.isCancelled { notes.append(Self.passedOver(interstitial)) }
        return notes
      }
      if let failure = assets.known.compactMap(\.failure).first {
        notes.append(Self.unread(interstitial, failure))
        continue
      }
      guard !assets.known.isEmpty, assets.known.allSatisfy({ $0.tags == 0 }) else { continue }
      notes.append(Self.untagged(interstitial, assets))
      if let note = replaced(by: interstitial, assets) { notes.append(note) }
    }
    if let next { notes.append(Self.passedOver(next)) }
    return notes
  }

  /// A note on the content tags that the interstitial replaces; nil if it replaces none, or if this is unknown.
  private func replaced(by found: Found, _ assets: AssetReader.Assets) -> StreamNote? {
    guard !found.place.isOutside, let start = found.time else { return nil }
    let known = assets.known.compactMap(\.seconds)
    let sum = known.count == assets.count ? known.reduce(0, +) : nil
    let played = (found.duration ?? sum).map { min($0, found.place.playoutLimit ?? .infinity) }
    guard let length = found.place.resumeOffset ?? played, length > 0 else { return nil }
    let count = times.count { $0 >= start && $0 < start + length }
    guard count > 0 else { return nil }
    return StreamNote(
      id: .interstitialReplacesTags,
      time: start,
      measured: length,
      detail:
        "interstitial \(found.id) replaces \(Self.seconds(length)) of content that has \(count) "
        + "tag\(count == 1 ? "" : "s"), but no tag was found in its assets"
    )
  }

  private static func untagged(_ found: Found, _ assets: AssetReader.Assets) -> StreamNote {
    let none =
      switch (assets.known.count, assets.count) {
      case (1, 1): "the asset of interstitial \(found.id) has no Nielsen tag in its first "
      case (let known, let count) where known < count:
        "interstitial \(found.id) has \(count) assets: none of the first \(known) "
          + "has a Nielsen tag in its first "
      case (_, let count):
        "none of the \(count) assets of interstitial \(found.id) has a Nielsen tag in its first "
      }
    return note(found, none + seconds(AssetReader.secondsPerAsset))
  }

  private static func note(_ found: Found, _ detail: String) -> StreamNote {
    StreamNote(id: .interstitialWithoutTags, time: found.time, detail: detail)
  }

  private static func passedOver(_ found: Found) -> StreamNote {
    note(
      found,
      "it is unknown whether the assets of interstitial \(found.id) and of later interstitials "
        + "have tags: at most \(maximumInterstitials) interstitials and "
        + "\(AssetReader.maximumAssets) assets are checked, within "
        + "\(seconds(AssetReader.maximumSeconds)) and \(AssetReader.maximumBytes >> 20) MiB"
    )
  }

  private static func unread(_ found: Found, _ failure: TimedMetadataError) -> StreamNote {
    note(
      found,
      "it is unknown whether the assets of interstitial \(found.id) have tags: \(failure.input): "
        + "\(failure.reason): \(failure.remedy)"
    )
  }

  private static func seconds(_ seconds: Double) -> String {
    let tenths = Int64(exactly: (seconds * 10).rounded()) ?? .max
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
