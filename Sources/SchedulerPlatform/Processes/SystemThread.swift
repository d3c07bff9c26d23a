import Glibc

/// A thread of the operating system that runs one function.
///
/// It is for work that may block for long, apart from the thread that waits for everything else; see pthreads(7). The
/// thread handles the signals that its creator handles.
public final class SystemThread: Sendable {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - stackByteCount: the size of the stack. Only the part that is used takes memory.
  ///   - body: what the thread runs. The thread ends with it.
  /// - Throws: the error of pthread_create(3): EAGAIN if there are too many threads.
  public init(stackByteCount: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackByteCount)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw SystemError(code: code)
    }
    self.thread = thread
  }

  /// Waits until the function has returned. May be called once.
  public func join() { pthread_join(thread, nil) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
