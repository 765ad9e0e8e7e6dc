import DASH

/// A rendition of a DASH presentation: a Representation and its continuations in later Periods.
struct ManifestRendition {
  struct Part {
    var period: Period
    /// The start of the Period, in seconds from the start of the presentation.
    var start: Double
    /// The span in which the Period is presented, in seconds from the start of the presentation. It
    /// overlaps the adjacent Periods by `ManifestRenditions.margin`.
    var presented: ClosedRange<Double>
    var set: AdaptationSet
    var representation: Representation

    /// The positions of the available segments in `representation.segments`.
    func available(in presentation: MediaPresentation, at now: Double) -> Range<Int> {
      presentation.availableSegments(of: representation, in: period, at: now)
    }

    /// The end of the available segments, in seconds from the start of the presentation; `start` if there are none.
    func end(in presentation: MediaPresentation, at now: Double) -> Double {
      let last = available(in: presentation, at: now).last.flatMap { representation.segments[$0] }
      return start + (last?.endInPeriod ?? 0)
    }

    /// Whether `segment`, the first segment of this Period, is read although it does not start after the last planned
    /// segment. A segment across the boundary of two Periods belongs to both: when it was read in the earlier Period,
    /// its content after the boundary was dropped.
    func continues(with segment: Segment, after last: PlannedSegment) -> Bool {
      guard let before = last.presented, segment.secondsInPeriod < 0, segment.endInPeriod > 0 else {
        return false
      }
      return before.lowerBound < presented.lowerBound
        && before.upperBound <= start + 2 * ManifestRenditions.margin
    }
  }

  /// The name of the rendition, and the properties by which it is selected.
  var listed: ListedPlaylist
  var parts: [Part] = []
}

extension ManifestRendition {
  /// Segments that end at most this number of seconds before the next Period count as reaching it.
  private static let tolerance = 0.5

  /// The parts whose segments can be planned now, in order. For a static presentation these are all parts.
  ///
  /// A live manifest may list the segments of a Period before its start, usually those of an advertisement. These
  /// segments are planned only when the previous Period is complete or the new one starts, because segments are planned
  /// in the order of their times.
  func dueParts(of presentation: MediaPresentation, at now: Double) -> ArraySlice<Part> {
    guard presentation.kind == .dynamic, let anchor = presentation.availabilityStartTime,
      let first = presentation.periods.compactMap(\.start).min()
    else { return parts[...] }
    let early = parts.indices.first { index in
      let start = parts[index].start
      guard anchor + start > now, start > first else { return false }
      guard index > parts.startIndex else { return true }
      return parts[index - 1].end(in: presentation, at: now) < start - Self.tolerance
    }
    return parts[..<(early ?? parts.endIndex)]
  }

  /// The start of the first available segment, in seconds of the presentation; nil if no segment is available.
  func start(in presentation: MediaPresentation, at now: Double) -> Double? {
    parts.lazy.compactMap { part in
      part.available(in: presentation, at: now).first
        .flatMap { part.representation.segments[$0] }.map { part.start + $0.secondsInPeriod }
    }.first
  }
}

/// The renditions of a presentation. Representations of different Periods that belong together form one rendition.
struct ManifestRenditions {
  /// The maximum number of renditions. Further Representations are counted in `unlistedCount`.
  static let maximumCount = 1024
  /// Tags up to this number of seconds outside a Period belong to it: audio frames do not start exactly with the
  /// Period.
  fileprivate static let margin = 0.1

  /// The renditions in the order of their first appearance.
  private(set) var all: [ManifestRendition] = []
  /// Media types that are not read, with the number of their AdaptationSets.
  private(set) var unread: [(kind: String, count: Int)] = []

  private(set) var unlistedCount = 0

  /// The key by which a Representation is recognized in later Periods.
  private struct Name: Hashable {
    var kind: String
    var set: String?
    var representation: String?
  }

  /// The key by which a Representation is recognized if no id matches, as in the Periods of advertisements.
  private struct Likeness: Hashable {
    var kind: String
    var language: String?
    var rank: Int
  }

  private var named: [Name: Int] = [:]
  private var alike: [Likeness: [Int]] = [:]
  private let isSmallestOnly: Bool

  /// Makes the renditions. If `isSmallestOnly` is true, only one Representation of each AdaptationSet is read: the one
  /// with the lowest bandwidth.
  init(_ presentation: MediaPresentation, isSmallestOnly: Bool) {
    self.isSmallestOnly = isSmallestOnly
    take(presentation)
    for (index, listed) in ListedPlaylist.unique(all.map(\.listed)).enumerated() {
      all[index].listed = listed
    }
    decideRoles()
  }

  /// Reads the next version of the manifest: known renditions keep their names and positions, and new renditions are
  /// appended.
  mutating func take(_ presentation: MediaPresentation) {
    unread = []
    unlistedCount = 0
    for index in all.indices { all[index].parts = [] }
    let periods = presentation.periods.filter { $0.start != nil }
    for (index, period) in periods.enumerated() {
      guard let start = period.start else { continue }
      let next = index + 1 < periods.count ? periods[index + 1].start : nil
      let first = index == 0 ? -Double.infinity : start - Self.margin
      let last = next.map { max($0 + Self.margin, first) } ?? .infinity
      add(period, startingAt: start, presented: first...last)
    }
  }

  private mutating func add(
    _ period: Period,
    startingAt start: Double,
    presented: ClosedRange<Double>
  ) {
    var taken: Set<Int> = []
    for set in period.adaptationSets {
      if let kind = set.unreadKind {
        skip(kind)
        continue
      }
      let chosen = isSmallestOnly ? [set.smallest].compactMap(\.self) : set.representations
      for (rank, representation) in chosen.enumerated() {
        let name = Name(
          kind: set.kind,
          set: set.id,
          representation: isSmallestOnly ? nil : representation.id
        )
        let likeness = Likeness(kind: set.kind, language: set.language, rank: rank)
        let part = ManifestRendition.Part(
          period: period,
          start: start,
          presented: presented,
          set: set,
          representation: representation
        )
        if let index = place(name, likeness, taken) {
          all[index].parts.append(part)
          taken.insert(index)
        } else if all.count < Self.maximumCount {
          let listed = ListedPlaylist(set, representation, number: all.count + 1)
          named[name] = named[name] ?? all.count
          alike[likeness, default: []].append(all.count)
          taken.insert(all.count)
          all.append(ManifestRendition(listed: listed, parts: [part]))
        } else {
          unlistedCount += 1
        }
      }
    }
  }

  private func place(_ name: Name, _ likeness: Likeness, _ taken: Set<Int>) -> Int? {
    let byName = named[name].flatMap { taken.contains($0) ? nil : $0 }
    let byLikeness = alike[likeness]?.first { !taken.contains($0) }
    // Without ids all sets of a kind have the same name, so the language distinguishes them.
    let hasID = name.set != nil || name.representation != nil
    return hasID ? byName ?? byLikeness : byLikeness ?? byName
  }

  private mutating func skip(_ kind: String) {
    if let index = unread.firstIndex(where: { $0.kind == kind }) {
      unread[index].count += 1
    } else if unread.count < 16 {
      unread.append((kind, 1))
    }
  }

  /// Decides which renditions are variants. A player presents one video Representation together with one Representation
  /// of each other kind. If there is no video, the audio Representations are the variants.
  private mutating func decideRoles() {
    let main = all.contains { $0.listed.isVideo } ? "video" : "audio"
    let groups = Set(all.map(\.listed.kind)).subtracting([main]).sorted().map { "\($0)/dash" }
    for index in all.indices {
      let kind = all[index].listed.kind
      all[index].listed.isVariant = kind == main
      if kind == main {
        all[index].listed.groups = groups
      } else {
        all[index].listed.memberships = ["\(kind)/dash"]
      }
    }
  }
}

extension ListedPlaylist {
  /// Describes a Representation. Its name is the kind, the id of the AdaptationSet if it has one,
  /// and the id of the Representation, as in `video/ID`.
  fileprivate init(_ set: AdaptationSet, _ representation: Representation, number: Int) {
    let size = representation.width.flatMap { width in
      representation.height.map { "\(width)x\($0)" }
    }
    let bandwidth = representation.bandwidth.map { "\($0)" }
    let aliases = ["\(number)", bandwidth, size, set.id, set.language].compactMap(\.self)
    self.init(
      name: [set.kind, set.id, representation.id].compactMap(\.self).joined(separator: "/"),
      aliases: aliases,
      uri: representation.id,
      isVariant: false
    )
  }

  /// The kind of media, with which the name begins.
  fileprivate var kind: String { String(name.prefix { $0 != "/" }) }

  fileprivate var isVideo: Bool { kind == "video" }
}

extension AdaptationSet {
  var kind: String {
    let known =
      contentType
      ?? representations.first?.mimeType?.split(separator: "/").first
      .map(String.init)
    return known?.isEmpty == false ? known ?? "media" : "media"
  }

  /// The media type of the set if this type is not read; nil if the set is read. A set without a media type is read.
  var unreadKind: String? {
    guard let type = mimeType ?? representations.first?.mimeType else { return nil }
    let isRead = Self.readTypes.contains(type.lowercased())
    return isRead ? nil : type
  }

  private static let readTypes: Set = [
    "video/mp4", "audio/mp4", "application/mp4", "video/iso.segment", "audio/iso.segment",
  ]
}
