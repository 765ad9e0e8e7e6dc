extension RehearsalItem {
  /// Audio. No public document shows a ping of it: what is read of them is our inference, but for `rt=audio`.
  static let audio: [RehearsalItem] = [
    RehearsalItem(
      "audio-present",
      .audio,
      "Audio is measured as audio",
      source: "W: Digital Audio Metadata",
      remedy: "Pass `type` `radio`.",
      record: "Play a station, and name the product with --product audio.",
      judge: AudioJudges.present
    ),
    RehearsalItem(
      "audio-station",
      .audio,
      "A station has its call letters and its band",
      source: "W: Digital Audio Metadata",
      remedy: "Pass the registered station id, for example `WWWW-FM`.",
      record: "Play a US station for six minutes.",
      judge: AudioJudges.station
    ),
    RehearsalItem(
      "audio-no-id3",
      .audio,
      "No tags are reported while audio plays",
      source: "W: Digital Audio Metadata",
      remedy: "Do not call `sendID3` in the audio player.",
      record: "Play a station for six minutes.",
      judge: AudioJudges.noID3
    ),
    RehearsalItem(
      "audio-background-counts",
      .audio,
      "Audio is credited in the background",
      source: "000_b9806a5a179dbbce.txt",
      remedy: "Do not call `stop` when an audio app goes to the background.",
      record: "Play a station in the background for two minutes, and note it with --actions.",
      judge: AudioJudges.background
    ),
    RehearsalItem(
      "audio-station-change",
      .audio,
      "Another station is another viewing",
      source: "W: Digital Measurement FAQ",
      remedy: "Call `stop` for the old station, `play` and `loadMetadata` for the new.",
      record: "Play a station, and then another.",
      judge: AudioJudges.stationChange
    ),
  ]
}
