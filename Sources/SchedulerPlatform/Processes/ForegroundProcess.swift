import Glibc

/// A child process that uses the terminal while this one waits, such as an editor.
public enum ForegroundProcess {
  /// Runs a program to its end with this process's standard streams, environment and current directory.
  ///
  /// Like system(3), it ignores the interrupt and quit keys meanwhile, which are meant for the program on the terminal.
  ///
  /// - Parameter words: the path of the program and its arguments.
  /// - Throws: the error of posix_spawn(3) if it cannot be started.
  public static func run(_ words: [String]) throws(SystemError) -> ProcessEnd {
    let keys = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer {
      for (key, handler) in keys {
        // Ignoring the signals again discards those that were held meanwhile.
        signal(key, SIG_IGN)
        signal(key, handler)
      }
    }
    let processID = try ProcessStart.start(words)
    var status: Int32 = 0
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }
}

/// The program that this process runs.
public enum ProcessImage {
  /// Replaces this process with another program, which is searched for in `$PATH`. Returns only on failure.
  ///
  /// The program inherits the output, environment and current directory, and reads `input` from its standard input.
  /// After a failure standard input is `input`, and nothing else has changed.
  ///
  /// - Parameters:
  ///   - words: the name of the program and its arguments.
  ///   - input: the standard input. It is kept in memory, which must have room for it twice.
  /// - Returns: the error, such as ENOENT if the program does not exist.
  public static func replace(with words: [String], input: [UInt8]) -> SystemError {
    do throws(SystemError) {
      let file = try MemoryFile.holding(input)
      _ = try SystemError.check { dup2(file.number, STDIN_FILENO) }
    } catch {
      return error
    }
    // An ignored signal would stay ignored in the program.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    execvp(words[0], copies + [nil])
    return SystemError(code: errno)
  }
}
