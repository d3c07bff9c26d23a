import SchedulerPlatform

/// A browser that is installed on the machine, how it came there, and whether the policies of this program reach it.
///
/// ```swift
/// for browser in InstalledBrowser.all() { … "\(browser.name) (\(browser.package.rawValue)): \(browser.reach)" … }
/// ```
public struct InstalledBrowser: Hashable, Sendable {
  /// The products whose policies are known.
  public enum Product: String, CaseIterable, Sendable {
    case chromium = "Chromium", chrome = "Chrome", brave = "Brave", edge = "Edge", firefox = "Firefox"
  }

  /// The way in which a browser is installed.
  public enum Package: String, Sendable {
    case native, snap, flatpak
  }

  /// Whether a policy of this program has an effect.
  public enum Reach: Hashable, Sendable {
    /// The browser reads this directory.
    case reached(directory: String)
    /// It reads none that this program writes. The reason is a sentence without a full stop.
    case unreached(reason: String)
  }

  /// The product.
  public let product: Product
  /// The way in which it is installed.
  public let package: Package
  /// The file or directory by which it was found.
  public let path: String
  /// Whether the policies reach it.
  public let reach: Reach

  /// The directory of the policies that reach it; nil if none do.
  public var policyDirectory: String? { if case .reached(let directory) = reach { directory } else { nil } }

  /// Finds the browsers of a machine. Takes a look at some 40 paths.
  ///
  /// - Parameter root: the root directory of another machine; empty for this one.
  public static func all(root: String = "") -> [InstalledBrowser] {
    Product.allCases.flatMap { native($0, in: root) + snaps($0, in: root) + flatpaks($0, in: root) }
  }

  private static func native(_ product: Product, in root: String) -> [InstalledBrowser] {
    let found = product.programs.map { root + $0 }.first { FileIdentity(path: $0) != nil }
    guard let found else { return [] }
    let reach = Reach.reached(directory: root + product.policyDirectory)
    return [InstalledBrowser(product: product, package: .native, path: found, reach: reach)]
  }

  private static func snaps(_ product: Product, in root: String) -> [InstalledBrowser] {
    let places = ["/snap/", "/var/lib/snapd/snap/"].map { root + $0 + product.snap }
    guard let found = places.first(where: { FileIdentity(path: $0) != nil }) else { return [] }
    let reach: Reach
    switch product {
    case .chromium: reach = .reached(directory: root + "/etc/chromium-browser/policies/managed")
    case .firefox: reach = .reached(directory: root + product.policyDirectory)
    default: reach = .unreached(reason: "it is not known which policies this snap reads")
    }
    return [InstalledBrowser(product: product, package: .snap, path: found, reach: reach)]
  }

  private static func flatpaks(_ product: Product, in root: String) -> [InstalledBrowser] {
    let shared = root + "/var/lib/flatpak/app/" + product.flatpak
    let homes = DirectoryListing.namesIfReadable(in: root + "/home").map {
      "\(root)/home/\($0)/.local/share/flatpak/app/\(product.flatpak)"
    }
    var browsers: [InstalledBrowser] = []
    for path in [shared] + homes where FileIdentity(path: path) != nil {
      guard product == .firefox, path == shared else {
        let reason =
          path == shared
          ? "a flatpak does not see the policies of the machine" : "a user has installed it, not the machine"
        browsers.append(
          InstalledBrowser(product: product, package: .flatpak, path: path, reach: .unreached(reason: reason)))
        continue
      }
      for architecture in DirectoryListing.namesIfReadable(in: path)
      where !["current", "active"].contains(architecture) {
        let extensions = root + "/var/lib/flatpak/extension/org.mozilla.firefox.systemconfig"
        let reach = Reach.reached(directory: "\(extensions)/\(architecture)/stable/policies")
        browsers.append(InstalledBrowser(product: product, package: .flatpak, path: path, reach: reach))
      }
    }
    return browsers
  }
}

extension InstalledBrowser.Product {
  /// The directory of policies of the native package.
  public var policyDirectory: String {
    switch self {
    case .chromium: "/etc/chromium/policies/managed"
    case .chrome: "/etc/opt/chrome/policies/managed"
    case .brave: "/etc/brave/policies/managed"
    case .edge: "/etc/opt/edge/policies/managed"
    case .firefox: "/etc/firefox/policies"
    }
  }

  /// The programs of the native packages, also those of preliminary versions.
  fileprivate var programs: [String] {
    switch self {
    case .chromium:
      ["/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser", "/usr/bin/chromium"]
    case .chrome: ["", "-beta", "-unstable"].map { "/opt/google/chrome\($0)/chrome" }
    case .brave: ["", "-beta", "-nightly"].map { "/opt/brave.com/brave\($0)/brave" } + ["/usr/bin/brave"]
    case .edge: ["", "-beta", "-dev"].map { "/opt/microsoft/msedge\($0)/msedge" }
    case .firefox:
      Self.firefoxDirectories.map { $0 + "/firefox" } + ["/usr/lib/firefox-esr/firefox-esr"]
    }
  }

  /// The directories in which packages install Firefox.
  static let firefoxDirectories = [
    "/usr/lib/firefox", "/usr/lib/firefox-esr", "/usr/lib64/firefox", "/opt/firefox", "/usr/local/lib/firefox",
  ]

  fileprivate var snap: String {
    switch self {
    case .edge: "microsoft-edge"
    case .chrome: "google-chrome"
    default: rawValue.lowercased()
    }
  }

  fileprivate var flatpak: String {
    switch self {
    case .chromium: "org.chromium.Chromium"
    case .chrome: "com.google.Chrome"
    case .brave: "com.brave.Browser"
    case .edge: "com.microsoft.Edge"
    case .firefox: "org.mozilla.firefox"
    }
  }
}
