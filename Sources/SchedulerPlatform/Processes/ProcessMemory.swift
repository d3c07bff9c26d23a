import CSchedulerLinux

/// The memory of this process.
public enum ProcessMemory {
  /// Returns memory to the system that was only needed until now: free memory of the heap, see malloc_trim(3), and the
  /// pages
  /// of the program's code, see madvise(2). Code that is used again is loaded from the page cache.
  ///
  /// Meant for processes that have done much work and now wait for a long time. Takes some milliseconds.
  public static func giveBack() { schedctl_memory_give_back() }
}
