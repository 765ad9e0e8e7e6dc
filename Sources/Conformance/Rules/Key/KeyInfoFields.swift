/// INFO tags name vendor, device, versions, audio codec and distributor.
///
/// They help to find a faulty inserter.
struct KeyInfoFields: KeyRule {}
