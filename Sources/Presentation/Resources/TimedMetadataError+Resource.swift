import HTTP
import TimedMetadata

extension TimedMetadataError {
  /// The failure of a resource that an input names.
  init(_ error: ResourceError) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .forbidden, .unsupported, .notFound, .refused, .tooManyRedirects: .cannotOpen
      default: .cannotRead
      }
    self.init(code, input: error.url, reason: error.reason, remedy: error.remedy)
    isForbidden = error.code == .forbidden
    isOfTransfer = true
  }

  /// The failure of an input of this name itself.
  package init(_ error: ResourceError, of name: String) {
    self = error.code == .cancelled ? .interrupted(input: name) : TimedMetadataError(error)
  }
}
