import Foundation

/// nginx in front of a `TestServer`: it offers TLS and HTTP/2, which the server does not.
final class TLSProxy: Sendable {
  /// The header field in which nginx reports the client's protocol; the server removes it.
  static let mark = "X-Test-Protocol"

  /// The port that the system chose.
  let port: Int
  private let folder: URL
  private let nginx: ChildProcess

  /// Starts nginx. This process holds the port from the beginning, so early clients wait in its queue.
  init(host: String, toPort plainPort: Int, offersHTTP2: Bool) throws {
    let socket = try Socket.listening(on: host, port: 0)
    defer { socket.close() }
    port = socket.port
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let place = host.contains(":") ? "[\(host)]" : host
    let files = [
      "certificate.pem": TestCertificate.certificate,
      "key.pem": TestCertificate.key,
      "nginx.conf": Self.configuration(
        listening: "\(place):\(port) ssl\(offersHTTP2 ? " http2" : "")",
        target: "\(place):\(plainPort)"
      ),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    nginx = try ChildProcess(
      [
        "nginx", "-e", "start.log", "-p", folder.path,
        "-c", folder.appendingPathComponent("nginx.conf").path,
      ],
      // With this variable nginx takes over a listening socket. It needs a master process for that: nginx 1.22 crashes
      // without one.
      environment: ["NGINX": "3;"],
      socket: socket
    )
  }

  deinit {
    nginx.end()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func configuration(listening: String, target: String) -> String {
    """
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr error;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      server {
        listen \(listening);
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
        location / {
          proxy_pass http://\(target);
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_set_header \(mark) $server_protocol;
          proxy_buffering off;
          proxy_request_buffering off;
          client_max_body_size 0;
          # A client may leave a response unread for long.
          send_timeout 10m;
          proxy_read_timeout 10m;
          proxy_send_timeout 10m;
        }
      }
    }

    """
  }
}
