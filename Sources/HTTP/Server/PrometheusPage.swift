import Formats
import System

/// Metrics in Prometheus' text exposition format, version 0.0.4.
package struct PrometheusPage: Sendable {
  package typealias Label = (name: String, value: String)
  package typealias Sample = (labels: [Label], value: String)

  /// What a metric is.
  package enum Kind: String { case counter, gauge }

  /// The media type of the format.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  package private(set) var text = ""

  package init() {}

  /// Writes a metric; nothing without a sample.
  package mutating func write(
    _ name: String,
    _ help: String,
    _ kind: Kind,
    _ samples: [Sample]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(PrometheusLabel.escaping($0.value))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "\(name)\(list) \(sample.value)\n"
    }
  }

  /// Writes a metric without labels.
  package mutating func write(_ name: String, _ help: String, _ kind: Kind, _ value: String) {
    write(name, help, kind, [([], value)])
  }

  /// Writes the metrics of a process under their usual names.
  package mutating func write(_ process: ProcessFigures) {
    write(
      "process_resident_memory_bytes",
      "Resident memory size in bytes.",
      .gauge,
      String(process.residentBytes)
    )
    write(
      "process_cpu_seconds_total",
      "Total user and system CPU time spent in seconds.",
      .counter,
      Decimals.seconds(process.processorSeconds) ?? "0"
    )
    write(
      "process_start_time_seconds",
      "Start time of the process since unix epoch in seconds.",
      .gauge,
      Decimals.seconds(process.startTime) ?? "0"
    )
    write("process_open_fds", "Number of open file descriptors.", .gauge, String(process.openFiles))
    write(
      "process_max_fds",
      "Maximum number of open file descriptors.",
      .gauge,
      String(process.mostOpenFiles)
    )
  }
}
