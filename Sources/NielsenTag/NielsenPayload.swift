/// The 249-character payload of a Nielsen tag.
public struct NielsenPayload: Sendable, Equatable {
}
