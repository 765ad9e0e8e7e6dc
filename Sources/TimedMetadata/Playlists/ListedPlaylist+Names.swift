import HLS

extension ListedPlaylist {
  /// The media playlists of a presentation in the order in which they are read: variants, then
  /// renditions. A playlist that is listed several times stands here once. I-frame playlists and
  /// subtitles carry no timed ID3 of their own.
  static func all(in playlist: MultivariantPlaylist) -> [ListedPlaylist] {
    var listed: [ListedPlaylist] = []
    for (index, variant) in playlist.variants.enumerated() {
      let url = playlist.resolve(variant.uri)
      let groups = [variant.audio.map { "audio/\($0)" }, variant.video.map { "video/\($0)" }]
      if let known = listed.firstIndex(where: { playlist.resolve($0.uri) == url }) {
        listed[known].groups += groups.compactMap { $0 }
        listed[known].aliases.append("\(index + 1)")
        continue
      }
      listed.append(
        ListedPlaylist(
          name: name(of: variant, in: playlist),
          aliases: ["\(index + 1)"] + [variant.bandwidth.map { "\($0)" }].compactMap { $0 }
            + [variant.name, variant.stableVariantID].compactMap { $0 },
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
      let kind = rendition.kind.name.lowercased()
      let group = "\(kind)/\(rendition.groupID)"
      let url = playlist.resolve(uri)
      if let known = listed.firstIndex(where: { playlist.resolve($0.uri) == url }) {
        if !listed[known].isVariant { listed[known].groups.append(group) }
        listed[known].aliases += ["\(group)/\(rendition.name)", rendition.name]
        continue
      }
      listed.append(
        ListedPlaylist(
          name: "\(group)/\(rendition.name)",
          aliases: [rendition.name, rendition.language, rendition.stableRenditionID]
            .compactMap { $0 },
          uri: uri,
          isVariant: false,
          groups: [group]
        )
      )
    }
    return unique(listed)
  }

  /// `video/1280x720`, or with the bandwidth where that does not tell variants apart.
  private static func name(of variant: Variant, in playlist: MultivariantPlaylist) -> String {
    let bandwidth = variant.bandwidth.map { "\($0)" } ?? variant.uri
    guard let resolution = variant.resolution else { return "variant/\(bandwidth)" }
    let size = "video/\(resolution.width)x\(resolution.height)"
    let isUnique =
      Set(playlist.variants.filter { $0.resolution == resolution }.map(\.uri)).count == 1
    return isUnique ? size : "\(size)/\(bandwidth)"
  }

  /// Numbers names that are still the same.
  private static func unique(_ listed: [ListedPlaylist]) -> [ListedPlaylist] {
    var counts: [String: Int] = [:]
    return listed.map { playlist in
      var playlist = playlist
      let count = counts[playlist.name, default: 0] + 1
      counts[playlist.name] = count
      if count > 1 { playlist.name += "#\(count)" }
      return playlist
    }
  }
}
