import TimedMetadata

/// An input that can be read.
struct OpenedInput {
  /// Its bytes.
  var source: any ByteSource
  /// The absolute URL that it has after redirects; nil when it has none, such as standard input.
  var url: String?
  /// Brings what it names, such as the segments of a playlist.
  var loader: ResourceAccess
}

extension InputGroup.Member {
  /// Opens the input, and waits until it is known what comes.
  /// - Parameters:
  ///   - fetching: How to reach what is not a file.
  ///   - report: Called with what is worth knowing of a live feed.
  /// - Returns: Its bytes, its URL and what brings the resources it names.
  /// - Throws: `cannotOpen`, `isDirectory`, `cannotRead` or `cancelled`.
  func open(
    _ fetching: FetchOptions,
    report: @escaping (String) -> Void
  ) throws(TimedMetadataError) -> OpenedInput {
    switch self {
    case .standardInput:
      return OpenedInput(source: try openFile(), url: nil, loader: fetching.loader(forInput: nil))
    case .path(let path): return try openFile(FileURL.text(of: path), fetching)
    case .bytes(let name): return try openFile(FileURL.text(of: name.bytes), fetching)
    case .url(let url):
      switch url.kind {
      case .web: return try open(url, fetching)
      case .feed:
        let source = try NetworkSource(
          url: url.text,
          name: url.name,
          patience: fetching.patience ?? NetworkSource.usualPatience,
          isCancelled: { Interruption.isRequested },
          report: report
        )
        return OpenedInput(source: source, url: nil, loader: fetching.loader(forInput: nil))
      }
    }
  }

  private func openFile(
    _ url: String,
    _ fetching: FetchOptions
  ) throws(TimedMetadataError) -> OpenedInput {
    OpenedInput(source: try openFile(), url: url, loader: fetching.loader(forInput: url))
  }

  private func open(
    _ url: InputURL,
    _ fetching: FetchOptions
  ) throws(TimedMetadataError) -> OpenedInput {
    let loader = fetching.loader(forInput: url.text)
    // The name decides only whether compressed bytes are welcome, not what they are taken for.
    let path = url.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isPlaylist = path.hasSuffix(".m3u8") || path.hasSuffix(".m3u")
    let resource = loader.open(
      ResourceRequest(
        url: url.text,
        purpose: isPlaylist ? .playlist : .stream,
        maximumSize: .max
      )
    )
    let source = ResourceByteSource(
      resource,
      name: url.name,
      isCancelled: { Interruption.isRequested }
    )
    let response = try source.response()
    return OpenedInput(source: source, url: response.url, loader: loader)
  }
}
