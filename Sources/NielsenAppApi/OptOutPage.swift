/// The address to which the opt-out page navigates to be closed.
public let kNielsenWebClose = "nielsen://close"
