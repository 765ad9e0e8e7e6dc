struct PmtSameProgram: NoteRule {
  static let title = "ID3 in another program than its audio"
  static let text = """
    ID3 is in the program of its audio or video.

    A player plays one program and never sees another one's data. A stream without any audio or
    video, such as a recording of the ID3 alone, does not fail this rule.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Declare the ID3 PID in the PMT of the program with the audio and video.",
    source: "Apple 2.1"
  )
}
