import HLS

/// Which variants and renditions of a multivariant playlist are read.
///
/// A variant is named by its name (`video/1280x720`), its number from 1, its bandwidth or its URI; a
/// rendition by its name (`audio/aac/English`), its NAME or its URI. `*` stands for anything.
public struct RenditionSelection: Sendable, Hashable {
  /// The variants to read; empty for all.
  public var variants: [String]
  /// The renditions to read; empty for all those of the variants.
  public var renditions: [String]
  /// Only the first variant, as most players begin with it.
  public var isFirstVariantOnly: Bool
  /// Of a DASH manifest only the Representation of each AdaptationSet that takes the fewest bytes, unless
  /// variants or renditions are named: event messages are the same in all of them.
  public var isOneOfEachSetOnly = false

  /// Everything, by default.
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

  /// The playlists to read, in their order. With `--rendition` alone no variant is read; with variants
  /// chosen, their renditions are.
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

/// A media playlist that a multivariant playlist names.
struct ListedPlaylist: Sendable, Hashable {
  /// What it is called in results.
  var name: String
  /// Other things it may be called.
  var aliases: [String]
  /// The URI as the multivariant playlist has it.
  var uri: String
  var isVariant: Bool
  /// The groups whose renditions a variant uses.
  var groups: [String] = []
  /// The groups of which it is a rendition. A variant of sound alone often is one, too.
  var memberships: [String] = []

  /// Whether a person's name for it, in which `*` stands for anything, means this playlist.
  func isNamed(_ pattern: String) -> Bool {
    ([name, uri] + aliases).contains { Self.matches($0[...], pattern[...]) }
  }

  /// Compares without regard to the case of ASCII letters. Takes time proportional to the product of
  /// both lengths at worst.
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
