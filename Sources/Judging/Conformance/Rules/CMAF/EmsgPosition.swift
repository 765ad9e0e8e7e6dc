struct EmsgPosition: NoteRule {
  static let title = "emsg in the wrong place"
  static let text = """
    Event messages are at the top level before moof, not in the initialization section.

    Players look for them between the start of a segment and its fragment. Before ftyp they make the
    file unreadable for some players; after the last mdat of a segment they are read too late, or
    not at all.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    remedy:
      "Let the packager put emsg between styp and moof of the segment that the event belongs to.",
    source: "DASH, CMAF"
  )
}
