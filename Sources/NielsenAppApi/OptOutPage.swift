/// The address to which the opt-out page goes when it wants to be closed.
public let kNielsenWebClose = "nielsen://close"
