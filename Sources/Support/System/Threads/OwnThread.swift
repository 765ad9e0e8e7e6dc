import Dispatch

/// A queue for a task that blocks, for example in SQLite or in a write to a pipe, outside the pool that tasks share.
package final class OwnThread: TaskExecutor {
  private let queue: DispatchQueue

  /// An executor whose queue has the name `label` in a debugger.
  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
