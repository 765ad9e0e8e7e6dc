struct PmtMetadataDescriptor: NoteRule {
  static let title = "Metadata descriptor missing"
  static let text = """
    A metadata descriptor in the loop of the ID3 stream says that it is ID3.

    Its 13 bytes are fixed except for the service: FFFF 'ID3 ' FF 'ID3 ', service, 0F.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream, .tags],
    remedy: "Add the descriptor 0x26 with format identifier ID3 to the ID3 stream in the PMT.",
    source: "Apple 2.3, H.222 2.6.60"
  )
}
