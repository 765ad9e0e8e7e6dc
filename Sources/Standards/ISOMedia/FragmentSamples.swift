/// Where the samples of a track fragment are, and when (ISO/IEC 14496-12, 8.8.7 and 8.8.8): for tracks
/// whose samples are read.
package struct FragmentSamples: Equatable {
  package struct Sample: Equatable {
    /// Its first byte: from the first byte of the movie fragment box, or of the file where `isInFile`.
    package var offset: Int64
    /// Bytes.
    package var size: UInt32
    /// Its composition time from the decode time of the fragment on, in ticks of the track.
    package var time: Int64
    /// In ticks of the track.
    package var duration: Int64
  }

  /// More samples than this are not read of one fragment.
  package static let maximumCount = 4096

  /// The samples in their order.
  package private(set) var list: [Sample] = []
  /// Samples that are not listed: nothing says where they are, or there are too many.
  package private(set) var unlistedCount = 0
  /// Whether offsets count from the start of the file.
  package let isInFile: Bool

  private let isListed: Bool
  private let isPlaceKnown: Bool
  private let base: Int64
  private let defaultSize: UInt32
  /// Where the next sample starts.
  private var next: Int64

  /// Of a track whose samples are not read.
  init() {
    (isListed, isPlaceKnown, isInFile) = (false, false, false)
    (base, next, defaultSize) = (0, 0, 0)
  }

  /// Of a track that is read.
  ///
  /// - Parameters:
  ///   - base: the position in the file that offsets count from; nil: the movie fragment box.
  ///   - isPlaceKnown: whether offsets count from the one or the other.
  ///   - defaultSize: the size of samples without a size.
  init(base: UInt64?, isPlaceKnown: Bool, defaultSize: UInt32) {
    let start = base.map { Int64(clamping: min($0, UInt64(MediaTime.maximumTicks))) }
    isListed = true
    isInFile = start != nil
    self.isPlaceKnown = start != nil || isPlaceKnown
    self.base = start ?? 0
    self.defaultSize = defaultSize
    next = self.base
  }

  /// Begins a run of samples with its data offset; nil: it follows the run before it.
  mutating func beginRun(at offset: Int32?) {
    if let offset { next = base + Int64(offset) }
  }

  /// Takes the next sample.
  mutating func add(size: UInt32?, duration: UInt32, at time: Int64) {
    guard isListed else { return }
    guard isPlaceKnown, list.count < Self.maximumCount else {
      unlistedCount += 1
      return
    }
    let size = size ?? defaultSize
    list.append(Sample(offset: next, size: size, time: time, duration: Int64(duration)))
    next += Int64(size)
  }

  /// Takes samples that all last equally long, from a time on. `sizes` is where the first of them
  /// starts; each has `bytesOfEach` bytes of fields.
  mutating func add(
    _ count: UInt32,
    duration: UInt32,
    from start: Int64,
    sizes: BoxFields?,
    bytesOfEach: Int
  ) throws(BoxFault) {
    guard isListed else { return }
    var fields = sizes
    let known = min(count, UInt32(Self.maximumCount))
    for index in 0..<known {
      let size = try fields?.uint32()
      if bytesOfEach > 4 { try fields?.skip(bytesOfEach - 4) }
      add(size: size, duration: duration, at: start + Int64(index) * Int64(duration))
    }
    unlistedCount += Int(count - known)
  }
}
