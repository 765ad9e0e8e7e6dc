/// A compression or archive format that is recognized by its first bytes. Its content is not read.
package enum Compression: String, CaseIterable {
  case gzip
  case bzip2
  case xz
  case zstd
  case zip
  case sevenZip = "7-Zip"
  case rar = "RAR"
  case tar

  /// Detects the format of a file that begins with `bytes`; nil if no format is recognized.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard
      let found = Self.allCases.first(where: {
        bytes.dropFirst($0.markOffset).starts(with: $0.mark)
      })
    else { return nil }
    self = found
  }

  private var mark: [UInt8] {
    switch self {
    // RFC 1952, section 2.3.1. The third byte is the method, of which only one exists.
    case .gzip: [0x1F, 0x8B, 0x08]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    // RFC 8878, section 3.1.1.
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
    case .rar: Array("Rar!".utf8) + [0x1A, 0x07]
    // POSIX.1-1988. GNU tar writes a space after the mark.
    case .tar: Array("ustar".utf8)
    }
  }

  /// Whether the format combines several files, which it may store uncompressed.
  var isArchive: Bool {
    switch self {
    case .gzip, .bzip2, .xz, .zstd: false
    case .zip, .sevenZip, .rar, .tar: true
    }
  }

  /// The position of the mark in bytes. A tar archive begins with the name of its first file.
  private var markOffset: Int { self == .tar ? 257 : 0 }

  package var reason: String {
    isArchive
      ? "is \(self == .rar ? "an" : "a") \(rawValue) archive" : "is compressed with \(rawValue)"
  }

  package var remedy: String {
    let unpacker: String =
      switch self {
      case .gzip: "gzip -d"
      case .bzip2: "bzip2 -d"
      case .xz: "xz -d"
      case .zstd: "zstd -d"
      case .zip: "unzip"
      case .sevenZip: "7z x"
      case .rar: "unrar x"
      case .tar: "tar -xf"
      }
    return isArchive
      ? "unpack it first (\(unpacker)) and name the streams in it"
      : "unpack it first (\(unpacker)); a web server must send it with Content-Encoding"
  }
}

extension TimedMetadataError {
  package var isOfArchive: Bool {
    code == .unsupportedKind
      && Compression.allCases.contains { $0.isArchive && $0.reason == reason }
  }

  /// Whether the input is a compressed file or an archive.
  package var isOfCompression: Bool {
    code == .unsupportedKind && Compression.allCases.contains { $0.reason == reason }
  }
}
