import Dispatch

/// Runs tasks on a queue of its own. The caller of ``Webhook/finish(waitingAtMost:)`` holds its thread until
/// they end, which must not be one that they need.
final class DeliveryExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "id3tap.webhook")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
