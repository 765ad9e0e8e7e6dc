import Formats
import HLS
import TimedMetadata

/// Media playlists with the same segments are read once and reported under each of their names.
struct DistinctPlaylists {
  /// The playlists to read.
  private(set) var playlists: [PresentationOpening.Opened] = []
  /// The names under which each playlist is reported.
  private(set) var names: [[RenditionSummary]] = []

  private struct SegmentKey: Hashable {
    var url: String
    var range: ByteRange?
    var isDiscontinuity: Bool
    var isGap: Bool
    var initialization: MediaInitializationSection?
    var keys: [EncryptionKey]
  }

  /// Live playlists change between requests: each is followed separately.
  init(_ opened: [PresentationOpening.Opened], isLive: Bool) {
    var known: [[SegmentKey]: Int] = [:]
    for opened in opened {
      let playlist = opened.playlist
      let name = RenditionSummary(opened)
      if !isLive, !playlist.segments.isEmpty {
        let key = playlist.segments.map { segment in
          SegmentKey(
            url: playlist.resolve(segment.uri),
            range: segment.byteRange,
            isDiscontinuity: segment.isDiscontinuity,
            isGap: segment.isGap,
            initialization: segment.map,
            keys: segment.keys
          )
        }
        if let index = known[key] {
          names[index].append(name)
          continue
        }
        known[key] = playlists.count
      }
      playlists.append(opened)
      names.append([name])
    }
  }
}

extension RenditionSummary {
  /// The facts about a playlist that are known before it is read.
  fileprivate init(_ opened: PresentationOpening.Opened) {
    self.init(
      name: opened.listed?.name,
      uri: ShownURL.text(opened.listed?.uri ?? opened.playlist.uri)
    )
    hasParts = opened.playlist.partTarget != nil
    guard let listed = opened.listed else { return }
    receive(listed)
  }

  /// The facts about a rendition that are known before it is read.
  init(_ listed: ListedPlaylist) {
    self.init(name: listed.name, uri: ShownURL.text(listed.uri))
    receive(listed)
  }

  private mutating func receive(_ listed: ListedPlaylist) {
    audioGroups = listed.groups.compactMap(Self.audioGroup)
    audioMemberships = listed.memberships.compactMap(Self.audioGroup)
    role = listed.isVariant ? .variant : audioMemberships.isEmpty ? .other : .audio
  }

  /// The GROUP-ID of `audio/ID`; nil for groups of other media.
  private static func audioGroup(_ group: String) -> String? {
    let prefix = "audio/"
    return group.hasPrefix(prefix) ? String(group.dropFirst(prefix.count)) : nil
  }
}
