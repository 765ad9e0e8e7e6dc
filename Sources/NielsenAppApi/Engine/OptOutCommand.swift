/// The address to which the opt-out page navigates to be closed.
public let kNielsenWebClose = "nielsen://close"

/// An answer of the opt-out page.
enum OptOutCommand: Sendable, Equatable {
  case out
  case back

  /// A description of `text` for the log: an address of the page can hold ids.
  static func words(_ text: String?) -> String {
    switch OptOutCommand(text) {
    case .out: "out"
    case .back: "back in"
    case nil: text == kNielsenWebClose ? "with the closing of the page: ignored" : "with no choice"
    }
  }

  /// `nielsenappsdk://1` or `nielsenappsdk://0`, in any case and with or without a slash at the end;
  /// nil otherwise.
  init?(_ text: String?) {
    guard var text = text?.lowercased() else { return nil }
    if text.hasSuffix("/") { text.removeLast() }
    switch text {
    case "nielsenappsdk://1": self = .out
    case "nielsenappsdk://0": self = .back
    default: return nil
    }
  }
}
