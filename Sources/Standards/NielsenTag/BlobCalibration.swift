/// Watches the payloads of one stream and says whether the blob model fits it.
///
/// The model rests on few samples. A checksum that holds by chance is one in 65 536, so a single one
/// confirms it; many blobs without one refute it, and then nothing read from a blob may be shown or
/// judged (`NielsenPayload.withoutBlobModel()`).
public struct BlobCalibration: Sendable, Equatable {
  /// The number of blobs without a right checksum that refutes the model.
  public static let refutingBlobs = 8

  /// The state of the model.
  public enum State: Sendable {
    /// Too few blobs to decide.
    case undecided
    /// A checksum held.
    case confirmed
    /// No checksum held in `refutingBlobs` blobs or more.
    case refuted
  }

  /// The number of blobs seen.
  public private(set) var blobs = 0
  /// The number of blobs with a valid checksum.
  public private(set) var validChecksums = 0

  /// A calibration that has seen nothing.
  public init() {}

  /// Takes note of one payload of the stream. One without a readable blob counts for nothing.
  public mutating func observe(_ payload: NielsenPayload) {
    guard let blob = payload.watermark else { return }
    blobs += 1
    if blob.isChecksumValid { validChecksums += 1 }
  }

  /// The current state.
  public var state: State {
    if validChecksums > 0 { return .confirmed }
    return blobs >= Self.refutingBlobs ? .refuted : .undecided
  }
}
