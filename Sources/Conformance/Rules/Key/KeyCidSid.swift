/// The source in a CID is the source of the watermarks.
///
/// A CID that names another source gives the credit to somebody else.
struct KeyCidSid: KeyRule {}
