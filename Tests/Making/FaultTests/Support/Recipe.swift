import StreamMaker
import TestSupport
import TransportStream

/// Options for a stream to make, written like those of `id3tap make`.
struct Recipe {
  let text: String
  /// The options of the stream, also if it is part of a presentation.
  private(set) var stream: StreamMakerOptions
  /// The options of the presentation. Nil for a single stream.
  private(set) var presentation: PresentationOptions?
  private(set) var isEventTrack = false

  /// The error for an option that a recipe does not have.
  struct NotUnderstood: Error {
    var option: String
  }

  /// Parses options. `--hls` and `--dash` take no values, and the media is always the sample media.
  init(_ text: String) throws {
    self.text = text
    stream = StreamMakerOptions(mediaPath: Self.media)
    var words = text.split(separator: " ")[...]
    let isPresentation = words.contains("--hls") || words.contains("--dash")
    var made = PresentationOptions()
    func number<Value: LosslessStringConvertible>(_ option: Substring) throws -> Value {
      guard let value = words.popFirst().flatMap({ Value(String($0)) }) else {
        throw NotUnderstood(option: String(option))
      }
      return value
    }
    while let option = words.popFirst() {
      switch option {
      case "--hls": break
      case "--event-track": isEventTrack = true
      case "--dash":
        made.format = .cmaf
        made.writesManifest = true
      case "--minutes": stream.minutes = try number(option)
      case "--scte35": stream.announcesBreaks = true
      case "--seed": stream.seed = try number(option)
      case "--packet":
        guard let framing = PacketFraming(rawValue: try number(option)) else {
          throw NotUnderstood(option: String(option))
        }
        stream.packetFraming = framing
      case "--fault":
        guard let fault = Fault(try number(option)) else {
          throw NotUnderstood(option: String(option))
        }
        stream.fault = fault
      case "--cmaf" where isPresentation: made.format = .cmaf
      case "--dash-tags" where made.writesManifest:
        guard let carriage = PresentationOptions.TagCarriage(rawValue: try number(option)) else {
          throw NotUnderstood(option: String(option))
        }
        made.tagCarriage = carriage
      case "--variants" where isPresentation: made.variantCount = try number(option)
      case "--with" where isPresentation:
        let trait: String = try number(option)
        switch trait {
        case "audio-only-tags": made.tagRenditions = .audioAlone
        case "discontinuity": made.hasDiscontinuity = true
        case "byte-ranges": made.usesByteRanges = true
        case "encrypt": made.encryption = .init()
        case "rotate-keys=2": made.encryption = .init(segmentsPerKey: 2)
        default: throw NotUnderstood(option: trait)
        }
      default: throw NotUnderstood(option: String(option))
      }
    }
    made.stream = stream
    presentation = isPresentation ? made : nil
  }

  /// The path of the sample media: a minute of test picture and tone.
  static let media = Corpus.packageRoot.appendingPathComponent("SampleStreams/media.mp4").path
}
