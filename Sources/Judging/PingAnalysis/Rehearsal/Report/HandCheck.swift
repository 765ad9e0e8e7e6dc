/// A requirement that no ping shows, and that must be checked manually.
package struct HandCheck: Sendable, Equatable {
  package let what: String
  /// The titles of the documents that state the requirement.
  package let source: String

  private init(_ what: String, _ sources: [String]) {
    self.what = what
    source = Documents.words(sources.joined(separator: ", "))
  }

  package static let all: [HandCheck] = [
    HandCheck(
      "The description in the store contains the text about measurement; the privacy policy or the EULA "
        + "links to \"About Nielsen Measurement\" and \"Your Choices\".",
      [Documents.guide, Documents.api, Documents.optOut, Documents.appChecklist]
    ),
    HandCheck(
      "The opt-out page opens from the settings, can be closed, and exists in every language of the app; "
        + "tvOS shows it as text.",
      [Documents.api, Documents.optOut, Documents.dcrChecklist]
    ),
    HandCheck(
      "The app does not declare imrworldwide.com as a tracking domain (iOS 17).",
      [Documents.guide]
    ),
    HandCheck(
      "nol_devDebug (nol_sdkDebug) is set for the test, and removed before the release.",
      [Documents.guide, Documents.appChecklist, Documents.browserChecklist]
    ),
    HandCheck(
      "The reporting hierarchy (parent, brand, sub-brand) is agreed; station ids are registered; the id of "
        + "the test device is noted.",
      [Documents.appChecklist, Documents.dtvrChecklist, Documents.audio]
    ),
    HandCheck(
      "The metadata is correct: title, airdate, length and full episode match the catalogue; all values "
        + "are strings.",
      [Documents.api, Documents.metadata]
    ),
    HandCheck(
      "These values, which are not in the pings, are correct: the type of ads (preroll, midroll, postroll), "
        + "stationType, provider, and hasAds if c77 is absent.",
      [Documents.guide, Documents.audio]
    ),
    HandCheck(
      "The app calls stop for plain DCR content, play once per viewing, and updateOTT while nothing plays: "
        + "check the device log.",
      [Documents.appChecklist, Documents.casting]
    ),
    HandCheck(
      "kGCKMetadataNlsKeyDeviceID and kGCKMetadataNlsKeyOptout are in the cast metadata; AirPlay and "
        + "mirroring are distinguished on the device.",
      [Documents.casting, Documents.devices]
    ),
    HandCheck(
      "Browser: the snippet with the static queue is on every page; the user agent is checked with a device "
        + "database.",
      [Documents.browserChecklist, Documents.testing]
    ),
    HandCheck(
      "The correct SDK flavour is linked (NoID for children's apps); Nielsen is notified before the release, "
        + "and no data counts before that.",
      [Documents.guide]
    ),
    HandCheck(
      "All content is available during the test period; encoders and transcoders are certified.",
      [Documents.dcrChecklist, Documents.dtvrChecklist, Documents.onboarding]
    ),
  ]
}
