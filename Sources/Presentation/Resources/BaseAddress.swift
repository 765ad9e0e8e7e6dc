/// Where a resource is below one of the base URLs of a Representation.
struct BaseAddress: Sendable, Hashable {
  /// Addresses of a resource that are tried.
  static let maximumCount = 4

  /// The base URL.
  var base: String
  /// The address as people look for it.
  var uri: String
  /// The same as an absolute URL.
  var url: String
}
