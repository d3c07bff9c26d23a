import SchedulerTOML
import Synchronization

/// Reads the files of a configuration and collects those that users other than root can change.
struct TextReader {
  /// The reaction to files that others can change.
  let reaction: TrustPolicy.Reaction
  /// The files that others can change. Each exposure is listed once.
  private(set) var exposed: [ExposedFile] = []

  /// The reader. Files that the program finds by itself must be regular; an explicitly named file may be a pipe.
  private let reader: FileReader

  init(_ reaction: TrustPolicy.Reaction, isNamed: Bool) {
    self.reaction = reaction
    reader = FileReader(onlyRegularFiles: !isNamed)
  }

  /// Returns the content of a file; `-` is standard input. Throws `inputOutput`, or `configuration` for a file that is
  /// too large.
  mutating func read(_ path: String) throws(InstanceError) -> SourceText {
    try InstanceError.mapping(text(path)) { .init($0, tooLarge: .configuration) }
  }

  /// Returns the content of a file, or nil if it is missing. Throws the errors of `read`.
  mutating func readIfPresent(_ path: String) throws(InstanceError) -> SourceText? {
    try InstanceError.mapping(FileSystemError.unlessMissing(text(path))) { .init($0, tooLarge: .configuration) }
  }

  private mutating func text(_ path: String) throws(FileSystemError) -> SourceText {
    let name = path == "-" ? "<stdin>" : path
    guard reaction != .ignore else {
      return SourceText(name: name, bytes: try reader.read(path, limit: Document.maximumByteCount))
    }
    let (bytes, exposure) = try reader.readJudged(path, limit: Document.maximumByteCount)
    note(exposure, of: path)
    return SourceText(name: name, bytes: bytes)
  }

  /// Judges who can change files that were already read, in order to warn.
  mutating func judge(readFiles paths: [String]) {
    for path in paths {
      do throws(SystemError) {
        note(try FileExposure.first(onTheWayTo: path), of: path)
      } catch {
        // The file was read a moment ago. If it has been removed since, it cannot be changed.
        continue
      }
    }
  }

  /// Judges the programs of hooks: whether they can be run and, for root, who can change them.
  ///
  /// A program that is missing or cannot be judged is not trusted, because another user may later create the program
  /// that root runs.
  mutating func judgePrograms(_ programs: [HookProgram], diagnostics: inout DiagnosticList) {
    let severity: Severity = reaction == .refuse ? .error : .warning
    var judged: Set<String> = []
    for program in programs where judged.insert(program.path).inserted {
      if let fault = ProgramFault(at: program.path) ?? judge(program: program.path) {
        diagnostics.report(.unusable(program, because: fault, as: severity))
      }
    }
  }

  private mutating func judge(program path: String) -> ProgramFault? {
    guard reaction != .ignore else { return nil }
    do throws(SystemError) {
      note(try FileExposure.first(onTheWayTo: path), of: path)
      return nil
    } catch {
      return .hidden(error)
    }
  }

  private mutating func note(_ exposure: FileExposure?, of path: String) {
    guard let exposure, !exposed.contains(where: { $0.exposure == exposure }) else { return }
    exposed.append(ExposedFile(path: path, exposure: exposure))
  }
}

extension Diagnostic {
  /// Returns a diagnostic for a program that cannot be run or judged.
  fileprivate static func unusable(
    _ program: HookProgram, because fault: ProgramFault, as severity: Severity
  ) -> Diagnostic {
    let isMendable = fault == .notExecutable && ProgramFault.beginsAsProgram(program.path)
    return Diagnostic(
      severity, code: .unusableProgram, message: "the program '\(program.path)' \(fault)",
      at: DiagnosticLabel(program.span),
      help: isMendable ? ["fix it with: chmod +x \(program.path.quotedForShell)"] : [])
  }
}

/// The list files of this machine.
package struct ListFiles: ListFileSource {
  /// Whether files that others than root can change are refused.
  var refusesExposed = false
  /// The exposed files that are already reported. Two files in one exposed directory cause one report.
  var known: [ExposedFile] = []
  let accounts: AccountDatabase
  /// The list files that were read.
  let read = ReadTexts()

  /// Creates a source that accepts list files that others can change.
  package init(accounts: AccountDatabase) { self.accounts = accounts }

  package func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    let path = ListFilePath.resolve(path, from: configuration)
    let reader = FileReader(onlyRegularFiles: true)
    let read: (bytes: [UInt8], exposure: FileExposure?)
    do throws(FileSystemError) {
      let limit = ConfigurationLimits.listFileBytes
      read = refusesExposed ? try reader.readJudged(path, limit: limit) : (try reader.read(path, limit: limit), nil)
    } catch {
      if case .tooLarge = error.reason { throw .tooLarge(path: path) }
      throw .unreadable(path: path, reason: "\(error.reason)")
    }
    if let exposure = read.exposure, !known.contains(where: { $0.exposure == exposure }) {
      let file = ExposedFile(path: path, exposure: exposure)
      throw .writableByOthers(message: file.message(accounts: accounts), help: file.help)
    }
    let text = SourceText(name: path, bytes: read.bytes)
    self.read.add(text)
    return text
  }
}

/// Texts in the order in which they were read.
final class ReadTexts: Sendable {
  private let kept = Mutex<[SourceText]>([])

  /// The texts, in the order in which they were read.
  var texts: [SourceText] { kept.withLock { $0 } }

  /// Adds a text, unless one of its name was read before.
  func add(_ text: SourceText) {
    kept.withLock { texts in if !texts.contains(where: { $0.name == text.name }) { texts.append(text) } }
  }
}
