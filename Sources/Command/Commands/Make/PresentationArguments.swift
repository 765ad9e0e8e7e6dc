import ArgumentParser
import HTTP
import HTTPServer
import StreamMaker

/// The options of an HLS or DASH presentation, or of a chain.
struct PresentationArguments: ParsableArguments {
  @Option(
    name: .customLong("hls"),
    help: ArgumentHelp(
      "Write an HLS presentation into this folder.",
      discussion: "Playlists, variants and an audio rendition; 'master.m3u8' lists them all.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Write a DASH presentation into this folder.",
      discussion: "The manifest is 'manifest.mpd'; the segments are those of --hls with --cmaf.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var dash: String?

  @Option(
    help: ArgumentHelp(
      "With --dash: the carriage of the tags.",
      discussion: "'emsg' boxes of version 0 or 1, or the manifest. Default: emsg-1.",
      valueName: "carriage"
    )
  )
  var dashTags: PresentationOptions.TagCarriage?

  @Option(
    help: ArgumentHelp(
      "Write four taps of a chain into this folder, for 'trace'.",
      discussion: """
        The same content at the outputs of an encoder, a packager, a CDN and an ad inserter, which replaces the \
        first ad break.
        """,
      valueName: "folder"
    ),
    completion: .directory
  )
  var chain: String?

  var target: String? { folder ?? dash }

  @Flag(help: "Write CMAF with 'emsg' boxes, not transport streams.")
  var cmaf = false

  @Option(
    help: ArgumentHelp(
      "The minimum length of segments in seconds.",
      discussion: "A segment ends before the next key frame.",
      valueName: "s"
    )
  )
  var segmentSeconds: Double = PresentationOptions.defaultSegmentSeconds

  @Option(
    help: ArgumentHelp("The number of variants.", valueName: "number")
  )
  var variants: Int = PresentationOptions.defaultVariantCount

  @Option(
    name: .customLong("with"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Add these properties; may be given several times.",
      discussion: """
        audio-only-tags: tags only in the audio rendition. discontinuity: the time stamps restart in the middle, \
        or in a live channel at every tenth segment. byte-ranges: all segments of a rendition in one file. \
        encrypt: AES-128, with the keys next to the playlists; derived-iv uses the media sequence numbers as \
        initialization vectors, and rotate-keys=N changes the key every N segments.
        """,
      valueName: "trait,…"
    ),
    completion: .list(PresentationTraits.names),
    transform: PresentationTraits.parse
  )
  var given: [PresentationTraits] = []

  private var traits: PresentationTraits { PresentationTraits(merging: given) }

  @Flag(help: "Write a live channel in real time, until Ctrl-C or for --minutes.")
  var live = false

  @Flag(
    name: .customLong("ll-hls"),
    help: "With --live: publish parts of half a second (LL-HLS)."
  )
  var lowLatency = false

  @Option(
    help: ArgumentHelp(
      "Serve the folder over HTTP, and report its URL.",
      discussion: """
        The server runs until Ctrl-C. Without a host, only this machine can connect; port 0 chooses a free port.
        """,
      valueName: "host:port"
    ),
    transform: parseAddress
  )
  var serve: ListeningAddress?

  func validate() throws {
    if folder != nil, dash != nil {
      throw ValidationError("--hls and --dash exclude each other: give one of them.")
    }
    if chain != nil, let target {
      let option = target == folder ? "--hls" : "--dash"
      throw ValidationError("--chain and \(option) exclude each other: give one of them.")
    }
    if dashTags != nil, dash == nil { throw ValidationError("--dash-tags needs --dash.") }
    guard target == nil else {
      if !traits.words.contains("encrypt"),
        traits.words.contains("derived-iv") || traits.segmentsPerKey != nil
      {
        throw ValidationError("--with: derived-iv and rotate-keys need encrypt.")
      }
      if lowLatency, !live { throw ValidationError("--ll-hls needs --live.") }
      return
    }
    let needs: [(String, Bool)] = [
      ("--cmaf", cmaf), ("--with", !given.isEmpty), ("--live", live), ("--ll-hls", lowLatency),
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
      tagRenditions: traits.words.contains("audio-only-tags") ? .audioAlone : .all,
      hasDiscontinuity: traits.words.contains("discontinuity"),
      encryption: traits.words.contains("encrypt")
        ? .init(
          writesInitializationVector: !traits.words.contains("derived-iv"),
          segmentsPerKey: traits.segmentsPerKey
        ) : nil,
      usesByteRanges: traits.words.contains("byte-ranges")
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

/// The value of `--with`: the optional properties of a presentation.
struct PresentationTraits {
  var words: Set<String> = []
  /// The number of consecutive segments with the same key. Nil means all segments.
  var segmentsPerKey: Int?

  private static let rotation = "rotate-keys="
  private static let known = [
    "audio-only-tags", "discontinuity", "byte-ranges", "encrypt", "derived-iv",
  ]
  static let names = known + [rotation + "N"]

  init(merging all: [PresentationTraits] = []) {
    words = all.reduce(into: []) { $0.formUnion($1.words) }
    segmentsPerKey = all.compactMap(\.segmentsPerKey).last
  }

  static func parse(_ text: String) throws -> PresentationTraits {
    var traits = PresentationTraits()
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if known.contains(word) {
        traits.words.insert(word)
      } else if word.hasPrefix(rotation), let count = Int(word.dropFirst(rotation.count)) {
        traits.segmentsPerKey = count
      } else {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        throw ValidationError("--with '\(word)': choose from \(list).")
      }
    }
    return traits
  }
}
