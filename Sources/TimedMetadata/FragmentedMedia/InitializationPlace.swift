/// Where an initialization section stands.
struct InitializationPlace: Sendable, Equatable {
  /// The URI as the playlist has it.
  var uri: String
  /// Position in its file of the first byte.
  var offset: Int64 = 0
}
