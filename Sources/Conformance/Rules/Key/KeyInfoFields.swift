/// INFO tags name vendor, device, versions, audio codec and distributor.
///
/// They are for finding the inserter that does something wrong.
struct KeyInfoFields: KeyRule {}
