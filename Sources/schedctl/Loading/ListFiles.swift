import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

/// The list files of this machine.
struct ListFiles: ListFileSource {
  /// Whether files that others than root can change are refused.
  let refusesExposed: Bool
  /// Files that others can change as was told before: of two in a directory that is exposed, one is told.
  let told: [ExposedFile]
  let accounts: AccountDatabase
  /// Those that were read.
  let read = ReadTexts()

  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText {
    let path = ListFilePath.resolve(path, from: configuration)
    let reader = FileReader(onlyRegularFiles: true)
    let read: (bytes: [UInt8], exposure: FileExposure?)
    do throws(FileError) {
      let limit = ConfigurationLimits.listFileBytes
      read = refusesExposed ? try reader.readJudged(path, limit: limit) : (try reader.read(path, limit: limit), nil)
    } catch {
      if case .tooLarge = error.reason { throw .tooLarge(path: path) }
      throw .unreadable(path: path, reason: "\(error.reason)")
    }
    if let exposure = read.exposure, !told.contains(where: { $0.exposure == exposure }) {
      let file = ExposedFile(path: path, exposure: exposure)
      throw .writableByOthers(message: file.message(accounts), help: file.help)
    }
    let text = SourceText(name: path, bytes: read.bytes)
    if !self.read.texts.contains(where: { $0.name == path }) { self.read.texts.append(text) }
    return text
  }
}

/// Texts in the order in which they were read.
final class ReadTexts {
  fileprivate(set) var texts: [SourceText] = []
}
