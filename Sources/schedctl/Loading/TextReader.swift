import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerTOML

/// Reads the files of a configuration, and remembers those that others than root can change.
struct TextReader {
  /// What becomes of such files.
  let reaction: TrustPolicy.Reaction
  /// Those that were met, each way in which they can be changed once.
  private(set) var exposed: [ExposedFile] = []

  /// What is looked up has to be a regular file; a pipe that a person names may be waited for.
  private let reader: FileReader

  init(_ reaction: TrustPolicy.Reaction, isNamed: Bool) {
    self.reaction = reaction
    reader = FileReader(onlyRegularFiles: !isNamed)
  }

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
      return SourceText(name: name, bytes: try reader.read(path, limit: Document.maximumByteCount))
    }
    let (bytes, exposure) = try reader.readJudged(path, limit: Document.maximumByteCount)
    remember(exposure, of: path)
    return SourceText(name: name, bytes: bytes)
  }

  /// Looks who can change files that were read elsewhere, to warn of it.
  mutating func judge(readFiles paths: [String]) {
    for path in paths {
      do throws(SystemError) {
        remember(try FileExposure.first(onTheWayTo: path), of: path)
      } catch {
        // It was read a moment ago; what has gone since then nobody can change.
        continue
      }
    }
  }

  /// Takes note of a way in which a file can be changed.
  mutating func remember(_ exposure: FileExposure?, of path: String) {
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
