struct PmtStreamType: NoteRule {
  static let title = "ID3 not declared as stream type 0x15"
  static let text = """
    ID3 has stream_type 0x15.

    Private data with an ID3 descriptor means the same, but AVPlayer and hls.js look for metadata in
    PES.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .tags],
    remedy: "Declare the ID3 PID with stream_type 0x15 in the PMT.",
    source: "Apple 2.2"
  )
}
