import FamilyControls
import Foundation
import os

enum SnapshotError: Error { case noContainer, coordination(NSError) }

/// What the app last knew. Both processes read and write it, so access is coordinated.
struct AppSnapshot: Codable, Equatable {
  var revision = 0
  var updatedAt: Date?
  var selection = FamilyActivitySelection(includeEntireCategory: true)
  var openDays: [String] = []
}

final class SnapshotStore {
  static let groupIdentifier = "group.com.example.shared"
  private static let log = OSLog(subsystem: "com.example.shared", category: "SnapshotStore")

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return encoder
  }()
  private let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }()

  private func fileURL() throws -> URL {
    guard
      let container = FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: SnapshotStore.groupIdentifier)
    else { throw SnapshotError.noContainer }
    let folder = container.appendingPathComponent("State", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
    return folder.appendingPathComponent("snapshot.json")
  }

  func load() throws -> AppSnapshot {
    let url = try fileURL()
    var snapshot = AppSnapshot()
    var coordinationError: NSError?
    var readError: Error?
    NSFileCoordinator(filePresenter: nil).coordinate(readingItemAt: url, options: [], error: &coordinationError) {
      guard FileManager.default.fileExists(atPath: $0.path) else { return }
      do {
        snapshot = try decoder.decode(AppSnapshot.self, from: Data(contentsOf: $0))
      } catch {
        readError = error
      }
    }
    if let error = readError { throw error }
    if let error = coordinationError { throw SnapshotError.coordination(error) }
    return snapshot
  }

  func update(_ change: (inout AppSnapshot) -> Void) throws {
    var snapshot = try load()
    change(&snapshot)
    snapshot.revision += 1
    snapshot.updatedAt = Date()
    let data = try encoder.encode(snapshot)
    let url = try fileURL()
    var error: NSError?
    NSFileCoordinator().coordinate(writingItemAt: url, options: .forReplacing, error: &error) { url in
      do {
        try data.write(to: url, options: [.atomic])
      } catch {
        os_log("snapshot %{public}@ not written: %{public}@", log: Self.log, type: .error, url.path, "\(error)")
      }
    }
    os_log(.info, "revision \(snapshot.revision)")
    if let error { throw SnapshotError.coordination(error) }
  }
}
