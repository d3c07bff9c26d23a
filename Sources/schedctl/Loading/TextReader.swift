import Diagnostics
import Platform
import Scheduler
import TOML

/// Reads the files of a configuration, and remembers those that others than root can change.
struct TextReader {
  /// What becomes of such files.
  let reaction: TrustPolicy.Reaction
  /// Those that were met, each way in which they can be changed once.
  private(set) var exposed: [ExposedFile] = []

  init(_ reaction: TrustPolicy.Reaction) { self.reaction = reaction }

  /// A whole file, `-` for standard input.
  ///
  /// Throws with code 74 when it cannot be read, with 78 when it is larger than a TOML file may be.
  mutating func read(_ path: String) throws(CommandFailure) -> SourceText {
    do throws(FileError) {
      return try text(path)
    } catch {
      throw CommandFailure(error, tooLarge: .configuration)
    }
  }

  /// The same for a file that need not be there.
  mutating func readIfPresent(_ path: String) throws(CommandFailure) -> SourceText? {
    do throws(FileError) {
      return try text(path)
    } catch {
      if error.reason == .missing { return nil }
      throw CommandFailure(error, tooLarge: .configuration)
    }
  }

  private mutating func text(_ path: String) throws(FileError) -> SourceText {
    let name = path == "-" ? "<stdin>" : path
    guard reaction != .ignore else {
      return SourceText(name: name, bytes: try FileReader().read(path, limit: Document.maximumByteCount))
    }
    let (bytes, exposure) = try FileReader().readJudged(path, limit: Document.maximumByteCount)
    remember(exposure, of: path)
    return SourceText(name: name, bytes: bytes)
  }

  /// Looks who can change files that were read elsewhere.
  mutating func judge(_ paths: [String]) {
    for path in paths {
      do throws(SystemError) {
        remember(try FileExposure.first(onTheWayTo: path), of: path)
      } catch {
        // It was read a moment ago; what has gone since then nobody can change.
        continue
      }
    }
  }

  private mutating func remember(_ exposure: FileExposure?, of path: String) {
    guard let exposure, !exposed.contains(where: { $0.exposure == exposure }) else { return }
    exposed.append(ExposedFile(path: path, exposure: exposure))
  }
}

extension CommandFailure {
  /// What a file that cannot be read means for a command; `tooLarge` is the code for one over its limit.
  init(_ error: FileError, tooLarge: ExitCode) {
    let isTooLarge = if case .tooLarge = error.reason { true } else { false }
    self.init(code: isTooLarge ? tooLarge : .inputOutput, message: "\(error)")
  }
}
