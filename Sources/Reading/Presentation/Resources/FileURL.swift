import Formats
import Glibc

/// URLs of local files (RFC 8089). Paths are bytes in any encoding.
public enum FileURL {
  /// The URL of a path. A relative path is resolved against the current folder.
  public static func text(of path: String) -> String { text(of: path.utf8) }

  /// The URL of a path whose bytes may have any encoding.
  package static func text(of path: some Sequence<UInt8>) -> String {
    var bytes = Array(path)
    if bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) {
      defer { free(folder) }
      bytes =
        UnsafeRawBufferPointer(start: folder, count: strlen(folder)) + [UInt8(ascii: "/")] + bytes
    }
    let encoded = bytes.reduce(into: [UInt8]()) { encoded, byte in
      if isPlain(byte) {
        encoded.append(byte)
      } else {
        PercentEncoding.appendEscape(of: byte, to: &encoded)
      }
    }
    return "file://" + String(decoding: encoded, as: UTF8.self)
  }

  /// The absolute path of a URL on this machine; nil if it is not the URL of a local file.
  package static func path(in url: String) -> [UInt8]? {
    let scheme = "file:"
    guard
      url.utf8.prefix(scheme.utf8.count).elementsEqual(scheme.utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    var rest = url.utf8.dropFirst(scheme.utf8.count)
    rest =
      rest[
        ..<(rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex)
      ]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let path = PercentEncoding.decode(Array(rest))
    return path.contains(0) ? nil : path
  }

  /// The path under which download tools such as wget save a URL with a query, such as `s005.ts?token=1`. Nil if the
  /// URL has no query or is not the URL of a local file.
  package static func savedPath(in url: String) -> [UInt8]? {
    let resource = url.prefix { $0 != "#" }
    guard let mark = resource.firstIndex(of: "?"), let path = path(in: String(resource)) else {
      return nil
    }
    let saved = path + resource[mark...].utf8
    return saved.contains(0) ? nil : saved
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/!$&'()*+,;=@".utf8.contains(byte)
    }
  }
}
