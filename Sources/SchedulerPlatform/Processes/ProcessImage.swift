import CSchedulerLinux
import Glibc

/// The program that this process runs.
public enum ProcessImage {
  /// Replaces this process with another program, which is searched for in `$PATH`. Returns only on failure.
  ///
  /// The program inherits the output, environment and current directory, and reads `input` from its standard input.
  /// After a
  /// failure standard input is `input`, and nothing else has changed.
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
