import Glibc

/// Functions of glibc that its Swift module does not declare, because they need `_GNU_SOURCE`. Without them, a program
/// started at the wrong moment keeps a connection open.
enum GNU {
  typealias Accept4 =
    @convention(c) (
      Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32
    ) -> Int32
  typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// accept4(2).
  static let accept4 = symbol("accept4", as: Accept4.self)
  /// posix_spawn_file_actions_addclosefrom_np(3), of glibc 2.34.
  static let addCloseFrom =
    symbol("posix_spawn_file_actions_addclosefrom_np", as: AddCloseFrom.self)

  private static func symbol<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(dlopen(nil, RTLD_NOW), name) else {
      preconditionFailure("this C library has no \(name): the tests need glibc 2.34 or later")
    }
    return unsafeBitCast(address, to: type)
  }
}
