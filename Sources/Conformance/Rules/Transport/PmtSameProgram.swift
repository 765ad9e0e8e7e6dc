/// ID3 is in the program of its audio or video.
///
/// A player plays one program and never sees what is in another. What the PMT declares counts: where audio
/// and video were filtered out it still names them; where it names ID3 alone there is nothing to play it with.
struct PmtSameProgram: NoteRule {
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Declare the ID3 PID in the PMT of the program with the audio and video.",
    source: "Apple 2.1"
  )
}
