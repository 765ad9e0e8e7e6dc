import Formats
import HLS
import TimedMetadata

/// Selects which variants and renditions of a presentation are read.
///
/// A variant of HLS is selected by its name (`video/1280x720`), its number (the first is 1), its bandwidth, NAME,
/// STABLE-VARIANT-ID or URI; a rendition by its name (`audio/aac/English`), its NAME, LANGUAGE, STABLE-RENDITION-ID or
/// URI; a Representation of DASH by its name, number, bandwidth, size or id, or by the id or language of its
/// AdaptationSet. `*` matches any text.
public struct RenditionSelection: Sendable, Hashable {
  /// The patterns of the variants to read. If there are none, all variants are read, unless `renditions` has patterns.
  public var variants: [String]
  /// The patterns of the renditions to read; empty to read all renditions of the selected variants.
  public var renditions: [String]
  /// Whether only the first selected variant is read.
  public var isFirstVariantOnly: Bool
  /// Whether only one Representation of each AdaptationSet in a DASH manifest is read: the one with the lowest
  /// bandwidth. Event messages should be the same in all Representations of a set. Ignored if another property selects
  /// variants or renditions.
  public var isOneOfEachSetOnly = false

  /// Makes a selection, which by default selects everything.
  public init(
    variants: [String] = [],
    renditions: [String] = [],
    isFirstVariantOnly: Bool = false
  ) {
    self.variants = variants
    self.renditions = renditions
    self.isFirstVariantOnly = isFirstVariantOnly
  }

  var isEverything: Bool { variants.isEmpty && renditions.isEmpty && !isFirstVariantOnly }

  /// The playlists to read, in the order of `all`. If only renditions are selected, a variant is read only if it is
  /// also a rendition. If only variants are selected, their renditions are also read.
  func choose(from all: [ListedPlaylist]) -> [ListedPlaylist] {
    guard !isEverything else { return all }
    let choosesVariants = isFirstVariantOnly || !variants.isEmpty
    var chosen: [ListedPlaylist] = []
    if choosesVariants {
      var named = all.filter { $0.isVariant }
      if !variants.isEmpty {
        named = named.filter { playlist in variants.contains { playlist.isNamed($0) } }
      }
      chosen = isFirstVariantOnly ? Array(named.prefix(1)) : named
    }
    let names = Set(chosen.map(\.name))
    let groups = Set(chosen.flatMap(\.groups))
    return all.filter { playlist in
      if names.contains(playlist.name) { return true }
      guard !playlist.memberships.isEmpty else { return false }
      if !renditions.isEmpty { return renditions.contains { playlist.isNamed($0) } }
      return !groups.isDisjoint(with: playlist.memberships)
    }
  }
}

extension PlaylistAccess {
  /// Chooses the renditions to read, and returns a note if a limit excludes some of the selected renditions.
  /// `words` are the terms for one rendition and for several renditions in messages.
  /// - Throws: `notListed` if no rendition is selected.
  func choose(
    from all: [ListedPlaylist],
    _ words: (one: String, all: String),
    name: String
  ) throws(TimedMetadataError) -> (chosen: [ListedPlaylist], note: StreamNote?) {
    let chosen = selection.choose(from: all)
    guard !chosen.isEmpty || all.isEmpty else {
      let names = all.prefix(20).map(\.name).joined(separator: ", ")
      throw TimedMetadataError(
        .notListed,
        input: name,
        reason: "lists no \(words.one) of that name",
        remedy: "choose among \(names)"
      )
    }
    let limit = limits.renditions
    guard chosen.count > limit else { return (chosen, nil) }
    let detail =
      "\(chosen.count) \(words.all) are selected, but only the first \(limit) are read: "
      + "choose others with variant or rendition in --config"
    return (Array(chosen.prefix(limit)), StreamNote(id: "hls-playlist-missing", detail: detail))
  }
}

/// A media playlist in a multivariant playlist, or a rendition of a DASH manifest.
struct ListedPlaylist: Sendable, Hashable {
  var name: String
  /// Other names by which the playlist can be selected.
  var aliases: [String]
  /// The URI in the multivariant playlist; for DASH, the id of the Representation.
  var uri: String
  var isVariant: Bool
  var groups: [String] = []
  /// The groups that the playlist belongs to as a rendition. An audio-only variant is often also a rendition.
  var memberships: [String] = []

  /// Whether a pattern, in which `*` matches any text, matches one of the playlist's names.
  func isNamed(_ pattern: String) -> Bool {
    ([name, uri] + aliases).contains { Self.matches($0[...], pattern[...]) }
  }

  /// Whether `text` matches `pattern`, without regard to case. In the worst case the time is proportional to the
  /// product of both lengths.
  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    let text = Array(text.lowercased()), pattern = Array(pattern.lowercased())
    var position = 0, index = 0
    var star: (index: Int, position: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == text[position] {
        index += 1
        position += 1
      } else if let last = star {
        index = last.index + 1
        position = last.position + 1
        star = (last.index, position)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}

extension ListedPlaylist {
  /// The media playlists of a presentation in the order in which they are read: variants, then
  /// renditions. A playlist that is listed several times appears once. I-frame playlists and
  /// subtitles are left out, because they contain no timed ID3 tags.
  static func all(in playlist: MultivariantPlaylist) -> [ListedPlaylist] {
    let urls = playlist.variants.map { playlist.resolve($0.uri) }
    let urlsByResolution = Dictionary(
      zip(playlist.variants, urls).map { ($0.resolution, Set([$1])) },
      uniquingKeysWith: { $0.union($1) }
    )
    let variants = playlist.variants.enumerated().map { index, variant in
      let groups = [variant.audio.map { "audio/\($0)" }, variant.video.map { "video/\($0)" }]
      let bandwidth = variant.bandwidth.map { "\($0)" }
      let aliases = ["\(index + 1)", bandwidth, variant.name, variant.stableVariantID]
      let isOnlyOne = urlsByResolution[variant.resolution]?.count == 1
      return ListedPlaylist(
        name: name(of: variant, isOnlyOneOfItsSize: isOnlyOne),
        aliases: aliases.compactMap { $0 },
        uri: variant.uri,
        isVariant: true,
        groups: groups.compactMap { $0 }
      )
    }
    let renditions = playlist.renditions.compactMap { rendition -> ListedPlaylist? in
      guard let uri = rendition.uri, rendition.kind == .audio || rendition.kind == .video else {
        return nil
      }
      let group = "\(rendition.kind.name.lowercased())/\(rendition.groupID)"
      let aliases = [rendition.name, rendition.language, rendition.stableRenditionID]
      return ListedPlaylist(
        name: "\(group)/\(rendition.name)",
        aliases: aliases.compactMap { $0 },
        uri: uri,
        isVariant: false,
        memberships: [group]
      )
    }
    var listed: [ListedPlaylist] = []
    var known: [String: Int] = [:]
    for next in variants + renditions {
      let url = playlist.resolve(next.uri)
      guard let place = known[url] else {
        known[url] = listed.count
        listed.append(next)
        continue
      }
      listed[place].groups += next.groups
      listed[place].memberships += next.memberships
      listed[place].aliases += (next.isVariant ? [] : [next.name]) + next.aliases
    }
    return unique(listed)
  }

  /// The name of a variant, such as `video/1280x720`. The bandwidth, or the URI if there is none, is added if the
  /// variant has no size, or if other media playlists have the same size.
  private static func name(of variant: Variant, isOnlyOneOfItsSize: Bool) -> String {
    let bandwidth = variant.bandwidth.map { "\($0)" } ?? ShownURL.text(variant.uri)
    guard let resolution = variant.resolution else { return "variant/\(bandwidth)" }
    let size = "video/\(resolution.width)x\(resolution.height)"
    return isOnlyOneOfItsSize ? size : "\(size)/\(bandwidth)"
  }

  /// Makes names unique by adding a number to duplicates.
  static func unique(_ listed: [ListedPlaylist]) -> [ListedPlaylist] {
    var taken = Set(listed.map(\.name))
    var counts: [String: Int] = [:]
    return listed.map { playlist in
      var playlist = playlist
      let name = playlist.name
      var count = counts[name, default: 0] + 1
      if count > 1 {
        while taken.contains("\(name)#\(count)") { count += 1 }
        playlist.name = "\(name)#\(count)"
        taken.insert(playlist.name)
      }
      counts[name] = count
      return playlist
    }
  }
}
