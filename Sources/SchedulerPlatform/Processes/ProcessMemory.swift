import CSchedulerLinux

/// The memory of this process.
public enum ProcessMemory {
  /// Gives back what was only needed to get here: free memory of the heap, see malloc_trim(3), and the pages of the
  /// program's own code, see madvise(2). What is used again comes back from the file, which the system has in its
  /// cache.
  ///
  /// For processes that have done much and now wait for long. Takes some milliseconds.
  public static func giveBack() { schedctl_memory_give_back() }
}
