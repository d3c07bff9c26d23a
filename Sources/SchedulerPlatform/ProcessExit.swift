import Glibc

/// Ends the process with an exit code of 0 to 255.
public func terminate(status: Int32) -> Never { exit(status) }
