/// Enough watermarks of each source and type are found.
///
/// Few of them say that the watermark is weak.
struct KeyWatermarkCount: KeyRule {}
