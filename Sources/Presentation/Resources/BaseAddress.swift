/// The address of a resource under one of the base URLs of a Representation.
struct BaseAddress: Sendable, Hashable {
  /// The most addresses of a resource that are tried.
  static let maximumCount = 4

  /// The base URL.
  var base: String
  /// The address as users know it.
  var uri: String
  /// The absolute URL.
  var url: String
}
