/// Group `hls`: interstitials.
extension Fault {
  static let interstitialFaults: [Fault] = [
    Fault(
      "hls-interstitial-without-tags",
      "An interstitial, whose asset has no tags, is inserted into the content.",
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(interstitial: .init(resumeOffset: 0))
      )
    ),
    Fault(
      "hls-interstitial-replaces-tags",
      "An interstitial, whose asset has no tags, replaces content with tags.",
      alsoBreaks: ["hls-interstitial-without-tags"],
      minimumSeconds: 60,
      form: .presentation,
      FaultChanges(
        presentation: PresentationChanges(interstitial: .init())
      )
    ),
  ]
}
