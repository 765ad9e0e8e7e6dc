/// The positions and times of a track fragment's samples (ISO/IEC 14496-12, 8.8.7 and 8.8.8). Empty unless the track is
/// an event track.
package struct FragmentSamples: Equatable {
  package struct Sample: Equatable {
    /// The offset of the first byte from the start of the movie fragment box, or of the file if `isInFile` is true.
    package var offset: Int64
    package var size: UInt32
    /// The composition time minus the decode time of the fragment, in ticks of the track.
    package var time: Int64
    package var duration: Int64
  }

  package static let maximumCount = 4096

  package private(set) var list: [Sample] = []
  /// The number of an event track's samples that are not listed: their position is unknown, or there are too many.
  package private(set) var unlistedCount = 0
  /// Whether offsets are relative to the start of the file.
  package let isInFile: Bool

  private let isListed: Bool
  private let isPlaceKnown: Bool
  private let base: Int64
  private let defaultSize: UInt32
  private var next: Int64

  init() {
    (isListed, isPlaceKnown, isInFile) = (false, false, false)
    (base, next, defaultSize) = (0, 0, 0)
  }

  /// An empty list, for a track whose samples are read.
  ///
  /// - Parameters:
  ///   - base: The position in the file to which offsets are relative; nil means the start of the movie fragment box.
  ///   - isPlaceKnown: Whether offsets start at the movie fragment box if `base` is nil. If false, positions are
  ///     unknown.
  ///   - defaultSize: The size in bytes of samples that do not declare one.
  init(base: UInt64?, isPlaceKnown: Bool, defaultSize: UInt32) {
    let start = base.map { Int64(clamping: min($0, UInt64(MediaTime.maximumTicks))) }
    isListed = true
    isInFile = start != nil
    self.isPlaceKnown = start != nil || isPlaceKnown
    self.base = start ?? 0
    self.defaultSize = defaultSize
    next = self.base
  }

  /// Begins a run of samples at a data offset. Without an offset, it follows the previous run, or starts at the base.
  mutating func beginRun(at offset: Int32?) {
    if let offset { next = base + Int64(offset) }
  }

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

  /// Adds samples of equal duration, starting at a time. `sizes` starts at the first sample's fields, of which each
  /// sample has `bytesOfEach` bytes; nil means that all samples have the default size.
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
