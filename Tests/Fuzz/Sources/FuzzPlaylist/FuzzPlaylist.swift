import FuzzDriver
import HLS

/// Parses bytes as a playlist twice: alone, and as an update of a known playlist.
@main
enum FuzzPlaylist {
  static func main() { Fuzzer.run(fuzzOneInput) }

  private static let address = "https://example.com/live/main.m3u8?token=t"

  /// A playlist of ten segments, to which delta updates and later versions can refer.
  private static let known: MediaPlaylist? = {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:260\n"
      + (260..<270).map { "#EXTINF:4,\n\($0).ts\n" }.joined()
    guard
      case .media(let playlist)? = try? Playlist.parse(Array(text.utf8), uri: address).playlist
    else { return nil }
    return playlist
  }()

  /// Parses the bytes, and evaluates the computed properties of the playlist.
  static func check(_ input: [UInt8]) {
    for base in [nil, known] {
      let parsed: ParsedPlaylist
      do {
        parsed = try Playlist.parse(input, uri: address, updating: base)
      } catch {
        if error.reason.isEmpty { Fuzzer.fail("refused without a reason") }
        continue
      }
      guard parsed.faults.allSatisfy({ $0.line > 0 && !$0.message.contains("\n") }) else {
        Fuzzer.fail("a fault without line, or of more than one line")
      }
      switch parsed.playlist {
      case .media(let playlist): check(playlist)
      case .multivariant(let playlist): check(playlist)
      }
    }
  }

  private static func check(_ playlist: MediaPlaylist) {
    for (index, segment) in playlist.segments.enumerated() {
      let number = playlist.mediaSequence + playlist.missingSkippedCount + index
      guard segment.mediaSequenceNumber == number else { Fuzzer.fail("numbers have a gap") }
      guard segment.duration >= 0, segment.duration.isFinite else {
        Fuzzer.fail("a duration is no duration")
      }
      check(playlist.resolve(segment.uri))
      _ = segment.byteRange?.rangeHeader
      _ = segment.keys.map { $0.initializationVector(forMediaSequenceNumber: number) }
    }
    _ = playlist.dateRanges
    _ = playlist.liveStartIndex
    follow(playlist)
  }

  private static func follow(_ playlist: MediaPlaylist) {
    var follower = PlaylistFollower(uri: address, usesParts: true)
    var delivered = 0
    if let known { delivered = follower.update(with: known, requestedAt: 0).newSegments.count }
    delivered += follower.update(with: playlist, requestedAt: 4).newSegments.count
    let again = follower.update(with: playlist, requestedAt: 8)
    guard again.newSegments.isEmpty, !again.isChanged else {
      Fuzzer.fail("the same version brings something new")
    }
    guard delivered <= playlist.segments.count + 10 else { Fuzzer.fail("segments come twice") }
    if let request = follower.nextRequest(), !(4...3608).contains(request.time) {
      Fuzzer.fail("the next load would come too early, or not at all")
    }
  }

  private static func check(_ playlist: MultivariantPlaylist) {
    let references = playlist.mediaPlaylists + playlist.iFramePlaylists
    guard Set(references.map(\.name)).count == references.count else {
      Fuzzer.fail("two references have one name")
    }
    for reference in references { check(reference.uri) }
    for variant in playlist.variants { _ = playlist.renditions(of: variant) }
  }

  private static func check(_ uri: String) {
    guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      Fuzzer.fail("a resolved URI has characters that no URI may hold")
    }
    guard URIResolution.resolve(uri, against: address) == uri else {
      Fuzzer.fail("a resolved URI resolves to another")
    }
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzPlaylist.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
