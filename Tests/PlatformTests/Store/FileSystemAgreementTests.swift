import Foundation
import SchedulerPlatform
import SchedulerStore
import TestSupport
import Testing

/// The simulated directory does what a real one does: the same random calls have the same answers.
@Suite struct FileSystemAgreementTests {
  private static let names = ["a", "b", "c"]

  /// Calls that follow from a seed, and what came of each.
  private func answers(_ files: inout some FileSystem & ~Copyable, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var open: [OpenFile] = []
    return (0..<60).map { _ in
      let call = Int.random(in: 0..<14, using: &random)
      let (name, other) = (Self.names.randomElement(using: &random)!, Self.names.randomElement(using: &random)!)
      let number = Int.random(in: 0..<20, using: &random)
      do throws(FileSystemError) {
        return try "\(call): " + answer(&files, call, name, other, number, &open)
      } catch {
        return "\(call): \(error.action) \(error)"
      }
    }
  }

  private func answer(
    _ files: inout some FileSystem & ~Copyable, _ call: Int, _ name: String, _ other: String, _ number: Int,
    _ open: inout [OpenFile]
  ) throws(FileSystemError) -> String {
    switch call {
    case 0: return "\(try files.names())"
    case 1: return "\(try files.metadata(of: name))"
    case 2: return "\(try files.read(name, from: number / 2, limit: number))"
    case 3, 4: open.append(try files.create(name, permissions: 0o600))
    case 5: open.append(try files.open(name))
    case 6: try files.link(name, to: other)
    case 7: try files.rename(name, to: other)
    case 8: try files.remove(name)
    case 9 where number < 10: try files.protect(name, permissions: number < 5 ? 0o640 : 0o600)
    case 9: try files.synchronizeNames()
    case 10 where number < 4: try files.lock("lock")
    case 10 where number < 8: files.unlock("lock")
    default:
      guard !open.isEmpty else { break }
      let file = open[number % open.count]
      switch call {
      case 11: try files.append(Array(repeating: UInt8(number), count: number), to: file)
      case 12: try files.truncate(file, to: number)
      case 13 where number < 10: try files.synchronize(file)
      default: files.close(file)
      }
    }
    return "done"
  }

  @Test(arguments: Laws.cases(0..<200 as Range<UInt64>, few: 20))
  func `the simulated and the real file system answer the same calls alike`(seed: UInt64) throws {
    var difference = try firstDifference(seed: seed)
    // A child that another test has just begun may have the lock for a moment after it was let go.
    for _ in 0..<50 where difference?.isOfLock ?? false { difference = try firstDifference(seed: seed) }
    #expect(difference == nil, "seed \(seed)")
  }

  /// A call that a real directory answers otherwise.
  private struct Difference: Equatable {
    let call: Int
    let real: String
    let simulated: String

    var isOfLock: Bool { real.hasSuffix("in use") && simulated.hasSuffix("done") }
  }

  private func firstDifference(seed: UInt64) throws -> Difference? {
    let directory = FileManager.default.temporaryDirectory.appending(path: "schedctl-agreement-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var real = try DirectoryFileSystem(directory.path)
    var simulated = SimulatedFileSystem()
    let expected = answers(&real, seed: seed).map(Self.withoutProcess)
    let found = answers(&simulated, seed: seed).map(Self.withoutProcess)
    return zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }
      .map { Difference(call: $0.offset, real: $0.element.0, simulated: $0.element.1) }
  }

  /// The simulated machine has no processes that could be named.
  private static func withoutProcess(_ answer: String) -> String {
    answer.replacing(/in use by .*/, with: "in use")
  }
}
