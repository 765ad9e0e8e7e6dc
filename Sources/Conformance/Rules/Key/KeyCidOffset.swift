/// The time in a CID and the offset together are the time of the watermarks.
///
/// An offset that does not fit moves what is heard to another minute.
struct KeyCidOffset: KeyRule {}
