import ID3
import NielsenTag

extension TimedTag {
  /// The Nielsen owner identifiers of the tag's PRIV frames in their order, as an SDK receives them.
  /// A payload whose tag was lost around it counts as one.
  public var nielsenOwners: [String] {
    let owners = tag.map { Self.nielsenOwners(of: $0) } ?? []
    if owners.isEmpty, let nielsen { return [nielsen.text] }
    return owners
  }

  static func nielsenOwners(of tag: ID3Tag) -> [String] {
    tag.privateFrames.map(\.owner).filter { $0.hasPrefix(NielsenPayload.ownerPrefix) }
  }

  /// Parses `bytes` into `tag` and `nielsen`, and adds what is unusual about a Nielsen tag.
  mutating func parse() {
    do {
      tag = try ID3Tag(parsing: bytes)
    } catch {
      notes.append(.unparsedTag)
    }
    let owner = tag.flatMap { Self.nielsenOwners(of: $0).first }
    nielsen = owner.flatMap { NielsenPayload(owner: $0) } ?? firstPayload
    guard let nielsen else { return }
    if nielsen.isKindUncertain { notes.append(.kindUncertain) }
    guard let tag, owner != nil else {
      // A search for PRIV frames does not find this payload. For a tag that was cut a note exists already.
      let isCanonical = bytes.starts(with: TagEnvelope.header)
      if !isCanonical || !notes.contains(.tagTruncated), bytes.starts(with: TagEnvelope.fileID) {
        notes.append(.tagHeader)
      }
      return
    }
    if !bytes.starts(with: TagEnvelope.header) { notes.append(.tagHeader) }
    let data = tag.privateFrames.first { $0.owner == owner }?.data ?? []
    if !notes.contains(.tagTruncated), data != Array(TagEnvelope.trailer.dropFirst()) {
      notes.append(.tagTrailer)
    }
  }

  /// A whole payload in bytes that ID3 parsing could not use, such as a tag that was cut short.
  private var firstPayload: NielsenPayload? {
    NielsenPayload.occurrences(in: bytes).first.flatMap { NielsenPayload(bytes: bytes[$0]) }
  }
}
