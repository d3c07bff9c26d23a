import CSchedulerLinux
import Glibc

/// The program that a process runs.
public enum ProcessImage {
  /// Hands this process over to another program, which is looked for in `$PATH`; returns only when that fails.
  ///
  /// The other program has this one's output, environment and current directory, and reads `input` from its standard
  /// input. After a failure standard input is that too; nothing else has changed.
  ///
  /// - Parameters:
  ///   - words: the name of the program and its arguments.
  ///   - input: what it reads; kept in memory, so it should fit there twice.
  /// - Returns: why it could not be run, such as ENOENT when there is none.
  public static func replace(with words: [String], input: [UInt8]) -> SystemError {
    do throws(SystemError) {
      let file = try MemoryFile.holding(input)
      _ = try SystemError.check { dup2(file.number, STDIN_FILENO) }
    } catch {
      return error
    }
    // An ignored signal would stay ignored.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    execvp(words[0], copies + [nil])
    return SystemError(code: errno)
  }
}
