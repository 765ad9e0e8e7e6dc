import Dispatch

/// Runs tasks on its own queue. The caller of ``Webhook/finish(waitingAtMost:)`` blocks its thread until the
/// tasks end: they must not need that thread.
final class DeliveryExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "id3tap.webhook")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
