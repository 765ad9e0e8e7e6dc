/// The times of the watermarks run evenly.
///
/// A leap says that audio is missing, or comes from elsewhere.
struct KeyWatermarkTime: KeyRule {}
