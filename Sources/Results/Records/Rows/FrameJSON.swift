import Formats
import ID3

extension ID3Frame {
  /// The frame as a JSON object: `id`, then the members of its kind. Bytes are in Base64; a picture has its size
  /// instead of its bytes.
  var json: JSONValue {
    .object([JSONValue.Member("id", .string(id))] + contentMembers)
  }

  private var contentMembers: [JSONValue.Member] {
    switch content {
    case .priv(let owner, let data), .uniqueFileIdentifier(let owner, let data):
      [.init("owner", .string(owner)), .init("data", .base64(data))]
    case .text(_, let values):
      [.init("values", .strings(values))]
    case .userText(_, let description, let values):
      [.init("description", .string(description)), .init("values", .strings(values))]
    case .url(let url):
      [.init("url", .string(url))]
    case .userURL(_, let description, let url):
      [.init("description", .string(description)), .init("url", .string(url))]
    case .comment(_, let language, let description, let text):
      [
        .init("language", .string(language)), .init("description", .string(description)),
        .init("text", .string(text)),
      ]
    case .object(_, let mimeType, let fileName, let description, let data):
      [
        .init("mimeType", .string(mimeType)), .init("fileName", .string(fileName)),
        .init("description", .string(description)), .init("data", .base64(data)),
      ]
    case .picture(let picture):
      [
        .init("mimeType", .string(picture.mimeType)),
        .init("pictureType", .integer(Int64(picture.type))),
        .init("description", .string(picture.description)),
        .init("size", .integer(Int64(picture.byteCount))),
      ]
    case .popularimeter(let email, let rating, let counter):
      [
        .init("email", .string(email)), .init("rating", .integer(Int64(rating))),
        .init("counter", JSONValue(counter)),
      ]
    case .transformed(let body):
      [
        .init("compressed", .bool(body.isCompressed)),
        .init("encryptionMethod", JSONValue(body.encryptionMethod)),
        .init("data", .base64(body.bytes)),
      ]
    case .data(let data):
      [.init("data", .base64(data))]
    }
  }
}

/// The members of a frame that readers of records use.
package final class FrameFields: RecordFields {
  package typealias Row = ID3Frame
  package static let schema = RecordSchema(FrameFields())
  package let id = Field.text("the identifier of the frame") { $0.id }
  package let owner = Field.text("the owner of a PRIV or UFID frame") { frame in
    switch frame.content {
    case .priv(let owner, _), .uniqueFileIdentifier(let owner, _): owner
    default: nil
    }
  }
}

extension JSONValue {
  fileprivate static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }

  fileprivate static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }
}
