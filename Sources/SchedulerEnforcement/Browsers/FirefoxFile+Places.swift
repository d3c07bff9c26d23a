import SchedulerJSON
import SchedulerPlatform

extension FirefoxFile {
  /// The files that may have the policies of a shield, whether Firefox is installed or not.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func usual(root: String) -> [FirefoxFile] {
    let extensions = root + "/var/lib/flatpak/extension/org.mozilla.firefox.systemconfig"
    return [FirefoxFile(in: root + InstalledBrowser.Product.firefox.policyDirectory)]
      + DirectoryListing.namesIfReadable(in: extensions).map {
        FirefoxFile(in: "\(extensions)/\($0)/stable/policies")
      }
  }

  /// The policies in the directories of Firefox itself. It reads them only if there is no file in /etc.
  static func distributed(root: String) -> [String] {
    InstalledBrowser.Product.firefoxDirectories.map { "\(root)\($0)/distribution/policies.json" }
  }

  /// The policies of the directories of Firefox together; of a policy that several set, the first one counts.
  static func distributedPolicies(root: String) -> JSONObject {
    var policies = JSONObject()
    let reader = FileReader(onlyRegularFiles: true)
    for path in distributed(root: root) {
      guard let bytes = reader.readIfPossible(path, limit: sizeLimit) else { continue }
      for member in FirefoxDocument(bytes).policies.members where policies[member.key] == nil {
        policies[member.key] = member.value
      }
    }
    return policies
  }

  /// Maximum size of a file of policies in bytes. Lists of 1,000 patterns take a tenth of it.
  private static let sizeLimit = 1 << 20
}
