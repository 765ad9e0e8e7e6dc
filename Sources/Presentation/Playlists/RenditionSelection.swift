import HLS

/// The variants and renditions of a multivariant playlist to read.
///
/// A variant is selected by its name (`video/1280x720`), its number from 1, its bandwidth or its URI; a rendition by
/// its name (`audio/aac/English`), its NAME or its URI. `*` matches any text.
public struct RenditionSelection: Sendable, Hashable {
  /// The variants to read; empty for all.
  public var variants: [String]
  /// The renditions to read; empty for all those of the variants.
  public var renditions: [String]
  /// Only the first variant: most players begin with it.
  public var isFirstVariantOnly: Bool
  /// In a DASH manifest, only the Representation of each AdaptationSet with the lowest bandwidth, unless variants or
  /// renditions are named: event messages are the same in all of them.
  public var isOneOfEachSetOnly = false

  /// Selects everything by default.
  public init(
    variants: [String] = [],
    renditions: [String] = [],
    isFirstVariantOnly: Bool = false
  ) {
    self.variants = variants
    self.renditions = renditions
    self.isFirstVariantOnly = isFirstVariantOnly
  }

  /// Whether everything is read.
  var isEverything: Bool { variants.isEmpty && renditions.isEmpty && !isFirstVariantOnly }

  /// The playlists to read, in their order. If only renditions are selected, no variant is read; if variants are
  /// selected, their renditions are read, too.
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

/// A media playlist that a multivariant playlist lists.
struct ListedPlaylist: Sendable, Hashable {
  /// Its name in results.
  var name: String
  /// Other names by which it can be selected.
  var aliases: [String]
  /// The URI in the multivariant playlist.
  var uri: String
  var isVariant: Bool
  /// The groups whose renditions a variant uses.
  var groups: [String] = []
  /// The groups of which it is a rendition. An audio-only variant is often one, too.
  var memberships: [String] = []

  /// Whether a pattern, in which `*` matches any text, matches one of its names.
  func isNamed(_ pattern: String) -> Bool {
    ([name, uri] + aliases).contains { Self.matches($0[...], pattern[...]) }
  }

  /// Compares text ignoring the case of ASCII letters. Takes time proportional to the product of both lengths in the
  /// worst case.
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
