/// The time in a CID is the start of the broadcast day.
///
/// A day that starts at the wrong hour, or ignores daylight saving, moves all that is heard.
struct KeyCidTimestamp: KeyRule {}
