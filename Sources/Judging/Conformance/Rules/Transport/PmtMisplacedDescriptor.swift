struct PmtMisplacedDescriptor: NoteRule {
  static let title = "Metadata descriptor in the wrong loop"
  static let text = """
    The metadata descriptors are in the correct loops of the PMT.

    The pointer (0x25) belongs to the program, the descriptor (0x26) to the ID3 stream. Some packagers swap
    them, or their content.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Put 0x25 into the program loop and 0x26 into the loop of the ID3 stream.",
    source: "H.222 2.6.58 to 2.6.61"
  )
}
