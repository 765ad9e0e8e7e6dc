import Formats
import TimedMetadata

/// Parses requests of the Cloud API: `/nmapi/v2/<app id>/<session id>/a?b=<JSON>`, or JSON in the body. Values are
/// named by their JSON paths, because the dictionary does not cover the Cloud API.
enum CloudPing {
  private static let depthLimit = 16
  private static let valueLimit = 500
  /// No more values are added at this size of all values and paths, in bytes. A path repeats the enclosing names.
  private static let sizeLimit = 8 << 20

  static func ping(_ request: CapturedRequest, _ url: SplitURL, _ endpoint: String) -> SentPing {
    let query = url.query.map { SplitURL.parameters(of: $0) } ?? []
    let words = endpoint.split(separator: "/").map(String.init)
    var parameters: [QueryParameter] = []
    for (name, index) in [("appId", 2), ("sessionId", 3)] where words.indices.contains(index) {
      parameters.append(QueryParameter(name: name, value: PercentEncoding.decode(words[index])))
    }
    let text = query.first { $0.name == "b" }?.value ?? request.body
    if let text, let value = value(of: text) {
      var size = 0
      append(value, path: "", depth: 0, to: &parameters, &size)
      parameters += query.filter { $0.name != "b" }
    } else {
      parameters += query
    }
    let hasBody = request.body?.isEmpty == false
    var ping = SentPing(request, url, endpoint, .cloud, parameters, hasBody: hasBody)
    ping.type = ping["event"] ?? (ping["devInfo.devId"] == nil ? nil : "session")
    return ping
  }

  private static func value(of text: String) -> JSONValue? {
    var stream = JSONStream(CaptureBytes(MemorySource(Array(text.utf8))))
    do throws(CaptureError) {
      return try stream.entry()
    } catch {
      // A `b` that is not JSON is shown unchanged.
      return nil
    }
  }

  private static func append(
    _ value: JSONValue,
    path: String,
    depth: Int,
    to parameters: inout [QueryParameter],
    _ size: inout Int
  ) {
    guard depth < depthLimit, parameters.count < valueLimit, size < sizeLimit else { return }
    // Count the path even if the value is empty.
    size += path.utf8.count + 1
    func add(_ text: String) {
      parameters.append(QueryParameter(name: path, value: text))
      size += text.utf8.count
    }
    switch value {
    case .null: add("")
    case .bool(let flag): add(flag ? "true" : "false")
    case .integer(let number): add("\(number)")
    case .seconds(let number): add(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
    case .string(let text): add(text)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard parameters.count < valueLimit, size < sizeLimit else { return }
        append(element, path: "\(path)[\(index)]", depth: depth + 1, to: &parameters, &size)
      }
    case .object(let members):
      for member in members {
        guard parameters.count < valueLimit, size < sizeLimit else { return }
        let name = path.isEmpty ? member.key : "\(path).\(member.key)"
        append(member.value, path: name, depth: depth + 1, to: &parameters, &size)
      }
    }
  }
}
