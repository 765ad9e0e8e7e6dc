struct SpliceMalformed: NoteRule {
  static let title = "SCTE-35 cannot be read"
  static let text = """
    Sections of SCTE-35 can be read.

    Every splicer drops a section whose CRC is wrong, or whose fields run past its end: the break
    that it announces does not take place.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Look for the device that writes or changes the SCTE-35 PID, or for bad reception.",
    source: "SCTE 35 2023, 9.6"
  )
}
