import Formats
import HLS

extension ListedPlaylist {
  /// The media playlists of a presentation in the order in which they are read: variants, then
  /// renditions. A playlist that is listed several times appears here once. I-frame playlists and
  /// subtitles carry no timed ID3 of their own.
  static func all(in playlist: MultivariantPlaylist) -> [ListedPlaylist] {
    var listed: [ListedPlaylist] = []
    var known: [String: Int] = [:]
    let urls = playlist.variants.map { playlist.resolve($0.uri) }
    let urlsByResolution = Dictionary(
      zip(playlist.variants, urls).map { ($0.resolution, Set([$1])) },
      uniquingKeysWith: { $0.union($1) }
    )
    for (index, (variant, url)) in zip(playlist.variants, urls).enumerated() {
      let groups = [variant.audio.map { "audio/\($0)" }, variant.video.map { "video/\($0)" }]
      let bandwidth = variant.bandwidth.map { "\($0)" }
      let aliases = ["\(index + 1)", bandwidth, variant.name, variant.stableVariantID]
      if let place = known[url] {
        listed[place].groups += groups.compactMap { $0 }
        listed[place].aliases += aliases.compactMap { $0 }
        continue
      }
      known[url] = listed.count
      let isOnlyOne = urlsByResolution[variant.resolution]?.count == 1
      listed.append(
        ListedPlaylist(
          name: name(of: variant, isOnlyOneOfItsSize: isOnlyOne),
          aliases: aliases.compactMap { $0 },
          uri: variant.uri,
          isVariant: true,
          groups: groups.compactMap { $0 }
        )
      )
    }
    for rendition in playlist.renditions {
      guard let uri = rendition.uri, rendition.kind == .audio || rendition.kind == .video else {
        continue
      }
      let group = "\(rendition.kind.name.lowercased())/\(rendition.groupID)"
      let name = "\(group)/\(rendition.name)"
      let aliases = [rendition.name, rendition.language, rendition.stableRenditionID]
        .compactMap { $0 }
      let url = playlist.resolve(uri)
      if let place = known[url] {
        listed[place].memberships.append(group)
        listed[place].aliases += [name] + aliases
        continue
      }
      known[url] = listed.count
      listed.append(
        ListedPlaylist(
          name: name,
          aliases: aliases,
          uri: uri,
          isVariant: false,
          memberships: [group]
        )
      )
    }
    return unique(listed)
  }

  /// `video/1280x720`, followed by the bandwidth if several variants have this size.
  private static func name(of variant: Variant, isOnlyOneOfItsSize: Bool) -> String {
    let bandwidth = variant.bandwidth.map { "\($0)" } ?? ShownURL.text(variant.uri)
    guard let resolution = variant.resolution else { return "variant/\(bandwidth)" }
    let size = "video/\(resolution.width)x\(resolution.height)"
    return isOnlyOneOfItsSize ? size : "\(size)/\(bandwidth)"
  }

  /// Numbers names that are still duplicates.
  private static func unique(_ listed: [ListedPlaylist]) -> [ListedPlaylist] {
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
