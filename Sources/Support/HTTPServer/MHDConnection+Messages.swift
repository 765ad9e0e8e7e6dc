import CMicrohttpd
import Glibc
import HTTP

extension MHDConnection {
  var headers: HTTPHeaders {
    var headers: HTTPHeaders = [:]
    withUnsafeMutablePointer(to: &headers) { headers in
      _ = MHD_get_connection_values_n(
        pointer,
        .HEADER_KIND,
        { context, _, name, nameSize, value, valueSize in
          guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) else {
            return .NO
          }
          headers.pointee.append(text(name, nameSize), text(value, valueSize))
          return .YES
        },
        headers
      )
    }
    return headers
  }

  /// The address of the client; empty if it is not known.
  var peer: String {
    guard let place = id3tap_mhd_client(pointer) else { return "" }
    let isLong = Int32(place.pointee.sa_family) == AF_INET6
    let size = isLong ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return IPAddress(UnsafeRawBufferPointer(start: place, count: size))?.text ?? ""
  }

  /// Queues a response.
  /// - Returns: False if the response cannot be sent; the connection then closes.
  func queue(
    _ response: ServerResponse,
    for exchange: ServerExchange,
    isHead: Bool,
    _ isOld: Bool
  ) -> Bool {
    guard let made = make(response, for: exchange, isHead: isHead, isOld) else { return false }
    defer { MHD_destroy_response(made) }
    for field in response.headers.all { MHD_add_response_header(made, field.name, field.value) }
    // HTTP/1.0 clients rarely understand that a connection can stay open.
    if response.closes || isOld { MHD_add_response_header(made, "Connection", "close") }
    var isLive = false
    if case .stream(true, _) = response.body { isLive = true }
    exchange.connection.enter(.reading(isLive: isLive))
    return MHD_queue_response(pointer, UInt32(response.status), made) == .YES
  }

  private func make(
    _ response: ServerResponse,
    for exchange: ServerExchange,
    isHead: Bool,
    _ isOld: Bool
  ) -> OpaquePointer? {
    switch response.body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          bytes.count,
          UnsafeMutableRawPointer(mutating: $0.baseAddress),
          .RESPMEM_MUST_COPY
        )
      }
    case .file(let descriptor, let range):
      let made = MHD_create_response_from_fd_at_offset64(
        UInt64(range.count),
        descriptor,
        UInt64(range.lowerBound)
      )
      if made == nil { close(descriptor) }
      return made
    case .stream(_, let body):
      // HTTP/1.0 has no chunked encoding.
      let stream = ServerStream(self, endsConnection: isHead || isOld)
      let context = Unmanaged.passRetained(stream)
      guard let made = Self.response(reading: context.toOpaque()) else {
        context.release()
        return nil
      }
      if isHead {
        // A response to HEAD has no body. With chunked encoding, libmicrohttpd would still send the terminating chunk.
        stream.finish()
        return id3tap_mhd_use_no_chunks(made) ? made : nil
      }
      exchange.send(stream)
      stream.run(body)
      return made
    }
  }

  /// The block size, in bytes, of a response without chunks.
  private static let blockSize = 32 << 10

  private static func response(reading stream: UnsafeMutableRawPointer) -> OpaquePointer? {
    MHD_create_response_from_callback(
      id3tap_mhd_size_unknown,
      blockSize,
      { context, _, bytes, count in
        guard let context, let bytes else { return id3tap_mhd_end_with_error }
        let stream = Unmanaged<ServerStream>.fromOpaque(context).takeUnretainedValue()
        return stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
      },
      stream,
      { context in
        guard let context else { return }
        let stream = Unmanaged<ServerStream>.fromOpaque(context)
        stream.takeUnretainedValue().close()
        stream.release()
      }
    )
  }
}

private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count),
    as: UTF8.self
  )
}

extension ServerResponse {
  /// The reason phrase of a status (RFC 9110, section 15); empty if the status is unknown.
  package static func reason(of status: Int) -> String {
    guard let status = UInt32(exactly: status), let words = MHD_get_reason_phrase_for(status)
    else { return "" }
    let text = String(cString: words)
    return text == "Unknown" ? "" : text
  }
}
