import Scheduler

/// What `doctor` reports about the programs of a machine through which adapters block domains.
public enum ComponentFindings {
  /// Returns findings for each installed browser and its extension, and one about the name server unless it can be used.
  ///
  /// Takes some milliseconds.
  ///
  /// - Parameters:
  ///   - root: the root directory of another machine, whose processes are unknown; empty for this one.
  ///   - examinesProcesses: whether this process may examine those of other users.
  public static func all(root: String, examinesProcesses: Bool) -> [Finding] {
    let browsers = InstalledBrowser.all(root: root).flatMap { browser in
      [finding(browser), ExtensionFindings.finding(browser, root: root)].compactMap(\.self)
    }
    return root.isEmpty && examinesProcesses ? browsers + [nameServer(ServersFile())].compactMap(\.self) : browsers
  }

  private static func finding(_ browser: InstalledBrowser) -> Finding {
    let title = "\(browser.product.rawValue) (\(browser.package.rawValue), '\(browser.path)')"
    switch browser.reach {
    case .reached(let directory):
      return Finding(.ok, code: .browser, text: "\(title) takes its policies from '\(directory)'")
    case .unreached(let reason):
      return Finding(
        .note, code: .browser, text: "\(title) is not reached by policies: \(reason)",
        remedy: "block it in 'apps', install it as a package of the system, or block names in a name server")
    }
  }

  /// Why no name server blocks domains; nil if one can.
  static func nameServer(_ file: ServersFile, resolver: SystemResolver = SystemResolver()) -> Finding? {
    guard case .missing(let error) = NameServerSearch(file: file, resolver: resolver) else { return nil }
    return Finding(
      .note, code: .nameServer, text: "no name server blocks domains with their subdomains: \(error.reason)",
      remedy: error.remedy)
  }
}
