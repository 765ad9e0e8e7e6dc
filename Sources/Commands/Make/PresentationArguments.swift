import ArgumentParser
import HTTP
import StreamMaker

/// The options of an HLS presentation.
struct PresentationArguments: ParsableArguments {
  @Option(
    name: .customLong("hls"),
    help: ArgumentHelp(
      "Write an HLS presentation into this folder: playlists, variants, an audio rendition.",
      discussion: "The playlist to start from is 'master.m3u8'.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Write a DASH presentation into this folder: a manifest, video and audio, tags in 'emsg' boxes.",
      discussion: "The manifest is 'manifest.mpd'; the segments are those of --hls with --cmaf.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var dash: String?

  @Option(
    help: ArgumentHelp(
      "With --dash: carry the tags in 'emsg' boxes of version 0 or 1, or in the manifest.",
      discussion: "Default: emsg-1.",
      valueName: "carriage"
    )
  )
  var dashTags: PresentationOptions.TagCarriage?

  /// The folder that is written, of HLS or of DASH.
  var target: String? { folder ?? dash }

  @Flag(help: "Write fragments of CMAF with 'emsg' boxes instead of transport streams.")
  var cmaf = false

  @Option(
    help: ArgumentHelp(
      "Make segments at least this long; they end before the next key frame.",
      valueName: "number"
    )
  )
  var segmentSeconds: Double = PresentationOptions.defaultSegmentSeconds

  @Option(
    help: ArgumentHelp("Make this many variants of the same media.", valueName: "number")
  )
  var variants: Int = PresentationOptions.defaultVariantCount

  @Flag(help: "Put the tags only into the audio rendition.")
  var audioOnlyTags = false

  @Flag(
    help: "Restart the time stamps in the middle; in a live channel at every tenth segment."
  )
  var discontinuity = false

  @Flag(help: "Encrypt the segments with AES-128; the keys are next to the playlists.")
  var encrypt = false

  @Flag(help: "With --encrypt: use the media sequence numbers as initialization vectors.")
  var derivedIV = false

  @Option(
    help: ArgumentHelp(
      "With --encrypt: use a new key after this many segments.",
      valueName: "segments"
    )
  )
  var rotateKeys: Int?

  @Flag(help: "Write all segments of a rendition into one file.")
  var byteRanges = false

  @Flag(help: "Write a live channel in real time, for --minutes or until Ctrl-C.")
  var live = false

  @Flag(
    name: .customLong("ll-hls"),
    help: "With --live: publish segments in parts of half a second (low-latency HLS)."
  )
  var lowLatency = false

  @Option(
    help: ArgumentHelp(
      "Serve the folder over HTTP at this address until Ctrl-C, and report its URL.",
      discussion: "Without a host only this machine can reach it; port 0 chooses a free port.",
      valueName: "host:port"
    ),
    transform: parseAddress
  )
  var serve: ListeningAddress?

  func validate() throws {
    if folder != nil, dash != nil {
      throw ValidationError("--hls and --dash exclude each other: give one of them.")
    }
    if dashTags != nil, dash == nil { throw ValidationError("--dash-tags needs --dash.") }
    guard target == nil else {
      if !encrypt, derivedIV || rotateKeys != nil {
        throw ValidationError("--derived-iv and --rotate-keys belong to --encrypt.")
      }
      if lowLatency, !live { throw ValidationError("--ll-hls needs --live.") }
      return
    }
    let needs: [(String, Bool)] = [
      ("--cmaf", cmaf), ("--audio-only-tags", audioOnlyTags), ("--discontinuity", discontinuity),
      ("--encrypt", encrypt), ("--derived-iv", derivedIV), ("--rotate-keys", rotateKeys != nil),
      ("--byte-ranges", byteRanges), ("--live", live), ("--ll-hls", lowLatency),
      ("--serve", serve != nil),
    ]
    for (name, isGiven) in needs where isGiven {
      throw ValidationError("\(name) needs --hls or --dash.")
    }
  }

  func options(_ stream: StreamMakerOptions) -> PresentationOptions {
    var options = PresentationOptions(
      stream: stream,
      format: cmaf || dash != nil ? .cmaf : .transportStream,
      segmentSeconds: segmentSeconds,
      variantCount: variants,
      tagRenditions: audioOnlyTags ? .audioAlone : .all,
      hasDiscontinuity: discontinuity,
      encryption: encrypt
        ? .init(writesInitializationVector: !derivedIV, segmentsPerKey: rotateKeys) : nil,
      usesByteRanges: byteRanges
    )
    if lowLatency { options.partSeconds = PresentationOptions.defaultPartSeconds }
    options.writesManifest = dash != nil
    if let dashTags { options.tagCarriage = dashTags }
    return options
  }
}

extension PresentationOptions.TagCarriage: ExpressibleByArgument {}

private func parseAddress(_ text: String) throws -> ListeningAddress {
  guard let address = ListeningAddress(text) else {
    throw ValidationError("'\(text)' is not an address: give one like '127.0.0.1:8080' or ':0'.")
  }
  return address
}
