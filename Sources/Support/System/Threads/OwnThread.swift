import Dispatch

/// Runs a task whose work blocks, such as SQLite or a write to a pipe, on a thread beside those that tasks share.
package final class OwnThread: TaskExecutor {
  private let queue: DispatchQueue

  /// `label` names it in a debugger.
  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
