/// A parsed ID3v2 tag.
public struct ID3Tag: Sendable, Equatable {
}
