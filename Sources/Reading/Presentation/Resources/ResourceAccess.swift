import Formats
import HTTP
import Synchronization
import System
import TimedMetadata

/// Selects the loader of a resource by the scheme of its URL, and decides whether the resource may be read at all.
///
/// An input from the network may read only from the network, where the network's loader restricts the addresses. A
/// local playlist may read the files below its own folder, and optionally other files and the network. Any other input,
/// such as standard input, may read from the network, and optionally files.
public final class ResourceAccess: ResourceLoader {
  private let files: FileLoader?
  private let allowsNetwork: Bool
  private let makeNetwork: @Sendable () -> any ResourceLoader
  private let network = Mutex<(any ResourceLoader)?>(nil)

  /// Makes the access for an input. `topLevelURL` is the input's URL (`http`, `https` or `file`), or nil if the input
  /// has no URL. If the user gave a folder as input and the playlist was found in it, `folderURL` is the `file:` URL of
  /// that folder, and the playlist may read all files below it. If `allowsOutside` is true, a local playlist may also
  /// read other files and the network, and an input without a URL may read files. `network` makes the loader for `http`
  /// and `https` when it is first needed.
  public init(
    topLevelURL: String?,
    folderURL: String? = nil,
    allowsOutside: Bool = false,
    network: @escaping @Sendable () -> any ResourceLoader
  ) {
    let scheme = topLevelURL.flatMap(Self.scheme)
    let isLocal = scheme == "file"
    files =
      isLocal || scheme == nil && allowsOutside
      ? FileLoader(
        playlistURL: topLevelURL ?? "",
        folderURL: folderURL,
        allowsOutside: allowsOutside
      ) : nil
    allowsNetwork = !isLocal || allowsOutside
    makeNetwork = network
  }

  /// Whether the network's loader supports byte ranges.
  public var bringsRanges: Bool { loader().bringsRanges }

  /// Opens an input, and waits for the head of its response.
  /// - Returns: The resource, the server's response, and the response's `Date`, which is nil if there is none.
  /// - Throws: `cannotOpen`, `cannotRead` or `cancelled`.
  package func openInput(
    _ url: String,
    name: String
  ) async throws(TimedMetadataError) -> (any Resource, ResourceResponse, AnswerDate?) {
    // The file extension decides only whether a compressed response is accepted, not how the input is read.
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isPlaylist = [".m3u8", ".m3u", ".mpd"].contains { path.hasSuffix($0) }
    let resource = open(
      ResourceRequest(url: url, purpose: isPlaylist ? .playlist : .stream, maximumSize: .max)
    )
    do throws(ResourceError) {
      let response = try await resource.response()
      let received = SystemClock.seconds()
      return (resource, response, response.date.map { AnswerDate(date: $0, received: received) })
    } catch {
      throw TimedMetadataError(error, of: name)
    }
  }

  /// Starts to fetch a resource, and returns at once.
  public func open(_ request: ResourceRequest) -> any Resource {
    switch Self.scheme(of: request.url) {
    case "http", "https":
      guard allowsNetwork else {
        return refusal(
          request,
          "is on the network, but the playlist is a local file",
          "allow it with allow-outside in --config if the playlist may reach it"
        )
      }
      return loader().open(request)
    case "file":
      guard let files else {
        return refusal(
          request,
          "is a local file, but the playlist is not",
          "if the playlist may read local files, save it on this machine and give its path"
        )
      }
      return files.open(request)
    case let scheme:
      let reason =
        scheme.map { "has an unsupported scheme (\($0))" } ?? "is not an absolute URL"
      let error = request.failure(.unsupported, reason, "use http, https or file")
      return FileResource(request, .failure(error))
    }
  }

  private func loader() -> any ResourceLoader {
    network.withLock { network in
      if let network { return network }
      let made = makeNetwork()
      network = made
      return made
    }
  }

  private func refusal(
    _ request: ResourceRequest,
    _ reason: String,
    _ remedy: String
  ) -> any Resource {
    FileResource(request, .failure(request.failure(.forbidden, reason, remedy)))
  }

  static func isOnServer(_ url: String) -> Bool {
    let scheme = scheme(of: url)
    return scheme == "http" || scheme == "https"
  }

  /// The scheme of a URL in lower case; nil if the URL has no scheme.
  static func scheme(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    let scheme = url[..<colon].lowercased()
    let isScheme = scheme.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || $0.isDigit || "+-.".utf8.contains($0)
    }
    return isScheme && !scheme.isEmpty ? scheme : nil
  }
}
