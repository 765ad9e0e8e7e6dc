struct PmtMetadataPointer: NoteRule {
  static let title = "Metadata pointer missing"
  static let text = """
    A metadata pointer descriptor in the program loop points to the ID3 stream.

    Its 15 bytes name its program and the service of the metadata descriptor. FFmpeg never writes
    one, and few players require it.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Add the descriptor 0x25 with format identifier ID3 to the program loop of the PMT.",
    source: "Apple 2.2, 2.3, H.222 2.6.58"
  )
}
