/// Products that metadata asks to measure and that are not measured.
package enum UnmeasuredProducts {
  /// One line for each product that `metadata` is about.
  package static func notices(of metadata: [[String: String]], measuresAudio: Bool) -> [String] {
    var lines: [String] = []
    if !measuresAudio, metadata.contains(where: { $0["type"] == "radio" }) {
      lines.append(
        "audio ('radio') is not measured as such: no ping is made of its playheads, and its tags are measured as those "
          + "of a video: turn on products.audio in --config, whose pings have a form of our own"
      )
    }
    if metadata.contains(where: { $0["ocrtag"] != nil }) {
      lines.append("ad ratings (DAR) are not measured: 'ocrtag' has no effect")
    }
    return lines
  }
}
