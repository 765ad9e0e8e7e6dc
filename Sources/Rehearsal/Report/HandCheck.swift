/// Something that no ping shows, and that people have to look at.
package struct HandCheck: Sendable, Equatable {
  package let what: String
  /// The documents by their full names.
  package let source: String

  private init(_ what: String, _ source: String) {
    self.what = what
    self.source = RehearsalSource.expanding(source)
  }

  package static let all: [HandCheck] = [
    HandCheck(
      "The description in the store contains the text about measurement; the privacy policy or the EULA "
        + "links to \"About Nielsen Measurement\" and \"Your Choices\".",
      "000, 001, 002, W-App"
    ),
    HandCheck(
      "The opt-out page opens from the settings, can be closed, and exists in every language of the app; "
        + "tvOS shows it as text.",
      "001, 002, W-DCR"
    ),
    HandCheck(
      "The app does not declare imrworldwide.com as a tracking domain (iOS 17).",
      "000"
    ),
    HandCheck(
      "nol_devDebug (nol_sdkDebug) is set for the test, and removed before the release.",
      "000, W-App, W-BSDK"
    ),
    HandCheck(
      "The reporting hierarchy (parent, brand, sub-brand) is agreed; station ids are registered; the id of "
        + "the test device is noted.",
      "W-App, W-DTVR, W-Audio"
    ),
    HandCheck(
      "The metadata is true: title, airdate, length and full episode against the catalogue; the values given "
        + "are strings.",
      "001, W-Meta"
    ),
    HandCheck(
      "The type of ads (preroll, midroll, postroll), stationType, provider, and hasAds when c77 is absent: "
        + "they are not in the pings.",
      "000, W-Audio"
    ),
    HandCheck(
      "stop for plain DCR content, play once per viewing, updateOTT while nothing plays: no ping shows them. "
        + "Use the log of the device.",
      "W-App, 003"
    ),
    HandCheck(
      "kGCKMetadataNlsKeyDeviceID and kGCKMetadataNlsKeyOptout are in the cast metadata; AirPlay and "
        + "mirroring are told apart on the device.",
      "003, 004"
    ),
    HandCheck(
      "Browser: the snippet with the static queue is on every page; the user agent is checked with a device "
        + "database.",
      "W-BSDK, W-Test"
    ),
    HandCheck(
      "The right SDK flavour is linked (NoID for children's apps); Nielsen is notified before the release, "
        + "and no data counts before that.",
      "000"
    ),
    HandCheck(
      "All content is available during the test period; encoders and transcoders are certified.",
      "W-DCR, W-DTVR, W-Onb"
    ),
  ]
}
