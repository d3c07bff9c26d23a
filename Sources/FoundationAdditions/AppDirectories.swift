import ScreenTimeSystem

extension FileManager {
  /// Returns the directory that an app shares with its extensions on its device; nil if the app is not in the group or
  /// if the code runs on no device.
  ///
  /// The directory exists. Each device has its own, which is removed with the device.
  ///
  /// - Parameter groupIdentifier: the name of the group, such as `group.com.example.app`.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    let process = CurrentProcess.resolve(for: "FileManager.containerURL(forSecurityApplicationGroupIdentifier:)")
    return (process as? any ContainerProcess)?.containerURL(forGroup: groupIdentifier)
  }
}

extension URL {
  /// The `Documents` directory of the app on its device. It exists. Outside of a device, that of the user.
  public static var documentsDirectory: URL { appDirectory("Documents", otherwise: .documentDirectory) }

  /// The `Library` directory of the app on its device. It exists. Outside of a device, that of the user.
  public static var libraryDirectory: URL { appDirectory("Library", otherwise: .libraryDirectory) }

  /// The directory of the app's support files on its device. It exists. Outside of a device, that of the user.
  public static var applicationSupportDirectory: URL {
    appDirectory("Library/Application Support", otherwise: .applicationSupportDirectory)
  }

  /// The directory of files that the app can make again. It exists. Outside of a device, that of the user.
  public static var cachesDirectory: URL { appDirectory("Library/Caches", otherwise: .cachesDirectory) }

  private static func appDirectory(_ path: String, otherwise directory: FileManager.SearchPathDirectory) -> URL {
    guard let process = CurrentProcess.ifAny as? any ContainerProcess else {
      return FileManager.default.urls(for: directory, in: .userDomainMask).first ?? temporaryDirectory
    }
    let url = process.dataContainerURL.appending(path: path, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      // As on a device whose disk is full: the first use of the directory says what is wrong.
    }
    return url
  }
}
