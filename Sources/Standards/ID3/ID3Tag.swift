/// An ID3v2 tag of version 2.2, 2.3 or 2.4.
///
/// ```
///  0        10
/// +--------+-----------------+--------+-- ... --+--------+---------------+--------+
/// | header | extended header | frame  |  frames | frame  | padding zeros | footer |
/// | 10     | 2.3, 2.4; rare  |        |         |        | any number    | 10; 2.4|
/// +--------+-----------------+--------+-- ... --+--------+---------------+--------+
///          |<-------------- size field of the header ------------------->|
///
///  the 271-byte tag with one PRIV frame and an owner of 249 characters
///  0               3       5    6             10        14            18      20       269  270
/// +---------------+-------+----+-------------+---------+-------------+-------+--------+----+----+
/// | I D 3         | 04 00 | 20 | 00 00 02 05 | P R I V | 00 00 01 7b | 00 00 | owner  | 00 | 41 |
/// +---------------+-------+----+-------------+---------+-------------+-------+--------+----+----+
///   file id         2.4.0   ex-  size 261      frame id  size 251      flags   249      NUL  data
///                           perimental
/// ```
///
/// Reading is tolerant: it keeps all readable parts, and lists faults in ``issues``. Writing is strict: ``encoded()``
/// returns bytes that read back as the same value, except for ``issues`` and ``truncatedFrame``, or throws.
public struct ID3Tag: Sendable, Hashable {
  /// The version, which decides the form of nearly all other parts.
  public var version: ID3Version
  /// Whether the unsynchronisation flag is set: the whole body (2.2, 2.3) or every frame (2.4) is stored
  /// unsynchronised. The content in this value is never unsynchronised.
  public var isUnsynchronised: Bool
  /// Whether the experimental flag is set (2.3, 2.4).
  public var isExperimental: Bool
  /// The extended header (2.3, 2.4); nil if there is none that can be read.
  public var extendedHeader: ID3ExtendedHeader?
  /// The complete frames, in the order of the tag.
  public var frames: [ID3Frame]
  /// The number of zero bytes after the frames.
  public var paddingCount: Int
  /// Whether a footer repeats the header at the end (2.4).
  public var hasFooter: Bool

  /// The faults found when the tag was read, in the order in which they were found. Each kind is listed once. Writing
  /// ignores them.
  public var issues: [ID3Issue]
  /// The last frame, if it extends past the end of the tag or of the bytes. Its content is read from the available
  /// bytes, so a field may be incomplete. Nil if there is no such frame or if no byte of its body is available. Writing
  /// ignores it.
  public var truncatedFrame: ID3Frame?

  /// Creates a tag without issues.
  public init(
    version: ID3Version = .v24,
    isUnsynchronised: Bool = false,
    isExperimental: Bool = false,
    extendedHeader: ID3ExtendedHeader? = nil,
    frames: [ID3Frame],
    paddingCount: Int = 0,
    hasFooter: Bool = false
  ) {
    self.version = version
    self.isUnsynchronised = isUnsynchronised
    self.isExperimental = isExperimental
    self.extendedHeader = extendedHeader
    self.frames = frames
    self.paddingCount = paddingCount
    self.hasFooter = hasFooter
    issues = []
  }

  /// Reads the tag at the start of `bytes`.
  ///
  /// The bytes may end before the declared size (``ID3Issue/truncatedTag``) or continue after it. Time and memory are
  /// proportional to the available bytes, not to declared sizes.
  ///
  /// - Parameter bytes: Bytes that start with `ID3`.
  /// - Throws: ``ID3Error`` with code `notATag` or `compressedTag`. All other faults are listed in ``issues``.
  @inlinable
  public init(parsing bytes: some RandomAccessCollection<UInt8>) throws(ID3Error) {
    guard let header = ID3Header(bytes) else { throw ID3Error.notATag }
    self = try TagReader(header: header, bytes: [UInt8](bytes.prefix(header.tagSize))).tag()
  }

  /// The bytes of the tag, from `ID3` to the end of the padding or footer.
  ///
  /// Reading these bytes gives the same tag, except for ``issues`` and ``truncatedFrame``. The issues of the tag that
  /// is read are faults of the value itself, such as a text encoding that only later versions have.
  ///
  /// - Throws: ``ID3Error`` if the value cannot be written. ``ID3Error/Code`` lists the reasons.
  public func encoded() throws(ID3Error) -> [UInt8] {
    try TagWriter(tag: self).bytes()
  }

  /// The owner and data of all PRIV frames, in the order of the tag.
  public var privateFrames: [(owner: String, data: [UInt8])] {
    frames.compactMap { frame in
      guard case .priv(let owner, let data) = frame.content else { return nil }
      return (owner, data)
    }
  }

  /// The data of the PRIV frames with this owner, in the order of the tag.
  public func privateFrames(owner: String) -> [[UInt8]] {
    privateFrames.filter { $0.owner == owner }.map(\.data)
  }

  /// The frames with this identifier, such as `TIT2`, in the order of the tag.
  public subscript(id: String) -> [ID3Frame] { frames.filter { $0.id == id } }
}

extension ID3Error {
  @usableFromInline
  static var notATag: ID3Error {
    ID3Error(
      .notATag,
      "the bytes do not start with a header of ID3v2.2, 2.3 or 2.4: find the header with ID3Header"
    )
  }
}

struct TagWriter {
  let tag: ID3Tag

  func bytes() throws(ID3Error) -> [UInt8] {
    try checkVersion()
    let major = tag.version.major
    guard (0...SynchsafeInteger.maximum).contains(tag.paddingCount) else {
      throw tooLarge(tag.paddingCount)
    }
    let writer = FrameWriter(
      major: major,
      allUnsynchronised: major == 4 && tag.isUnsynchronised
    )
    var frames: [UInt8] = []
    for frame in tag.frames {
      frames += try writer.bytes(of: frame)
      let count = frames.count + tag.paddingCount
      guard count <= SynchsafeInteger.maximum else { throw tooLarge(count) }
    }
    var body =
      try tag.extendedHeader?.encoded(
        major: major,
        frames: frames,
        paddingCount: tag.paddingCount
      )
      ?? []
    body += frames
    body += repeatElement(0, count: tag.paddingCount)
    if tag.isUnsynchronised, major < 4 { body = Unsynchronisation.encode(body) }
    guard body.count <= SynchsafeInteger.maximum else { throw tooLarge(body.count) }

    let header = ID3Header(version: tag.version, flags: flags, bodySize: body.count)
    let footer = tag.hasFooter ? header.encoded(identifier: "3DI") : []
    return header.encoded() + body + footer
  }

  private var flags: UInt8 {
    var flags: UInt8 = 0
    if tag.isUnsynchronised { flags |= ID3Header.Flag.unsynchronisation }
    if tag.extendedHeader != nil { flags |= ID3Header.Flag.extendedHeader }
    if tag.isExperimental { flags |= ID3Header.Flag.experimental }
    if tag.hasFooter { flags |= ID3Header.Flag.footer }
    return flags
  }

  private func checkVersion() throws(ID3Error) {
    guard (2...4).contains(tag.version.major), tag.version.revision != 0xff else {
      throw ID3Error(
        .unsupportedVersion,
        "version \(tag.version) cannot be written: choose 2.2, 2.3 or 2.4"
      )
    }
    guard flags & ~ID3Header.Flag.defined(inMajor: tag.version.major) == 0,
      tag.version.major > 2 || tag.extendedHeader == nil
    else {
      throw ID3Error(
        .notInVersion,
        "the tag has an extended header, experimental flag or footer that version \(tag.version) "
          + "does not have: remove it or choose another version"
      )
    }
  }

  private func tooLarge(_ count: Int) -> ID3Error {
    ID3Error(
      .tooLarge,
      "the size \(count) is not in the range 0 to \(SynchsafeInteger.maximum): change the content"
    )
  }
}
