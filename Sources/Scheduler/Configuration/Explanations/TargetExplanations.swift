import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about applications, domains, categories and sets.
  static let targets = all([
    .unknownSet: """
    an unknown set
    'sets' takes the names of sets that the configuration defines as [set.name], and of the built-in sets: \
    \(builtInSetNames). Correct the name, or define the set.
    ---
    [profile.work.block]
    sets = ["feeds"]
    ---
    [set.feeds]
    domains = ["reddit.com"]

    [profile.work.block]
    sets = ["feeds"]
    """,
    .unknownCategory: """
    an unknown category
    Categories are the registered categories of freedesktop.org menus, which desktop entries name, such as 'Game', \
    'Network' and 'InstantMessaging'. Case matters.
    ---
    [profile.work.block]
    categories = ["game"]
    ---
    [profile.work.block]
    categories = ["Game"]
    """,
    .invalidDomain: """
    an entry that is not a domain
    A domain is a host name only: without 'https://', path, port or wildcard. A domain includes its subdomains, so \
    "reddit.com" covers "old.reddit.com". International names may be written as they are and are stored in their ASCII \
    form.
    ---
    [profile.work.block]
    domains = ["https://www.reddit.com/r/all"]
    ---
    [profile.work.block]
    domains = ["reddit.com"]
    """,
    .invalidURL: """
    an entry that is not a url
    A url is a host and the beginning of a path: it covers every page of the host and its subdomains whose path begins \
    so. It has no user name, port, query, fragment or wildcard. A whole site is an entry of 'domains'.
    ---
    [profile.work.block]
    urls = ["https://www.youtube.com/watch?v=dQw4w9WgXcQ"]
    ---
    [profile.work.block]
    urls = ["youtube.com/shorts"]
    """,
    .invalidApplication: """
    an entry that is not an application
    An application is the file name of its program, the absolute path of the program, or the id of its desktop entry. \
    It is not empty and has no control characters, and a path has no empty component, no '.' and no '..'.
    ---
    [profile.work.block]
    apps = ["/opt/../usr/bin/steam"]
    ---
    [profile.work.block]
    apps = ["/usr/bin/steam"]
    """,
    .relativePath: """
    a path that is not absolute
    A relative path would name another program in every directory. Write the absolute path, which begins with '/', or \
    only the file name, which means the program in any directory.
    ---
    [profile.work.block]
    apps = ["bin/steam"]
    ---
    [profile.work.block]
    apps = ["steam"]
    """,
    .neverShielded: """
    a program that is never blocked
    A machine without shells, login, package tools, the base system, the display server, the desktop, its screen locker \
    and its input methods, or schedctl itself could neither be used nor repaired. Interpreters and launchers run many other programs. Block the applications that they start instead, by \
    the ids of their desktop entries.
    ---
    [profile.work.block]
    apps = ["/usr/bin/python3", "steam"]
    ---
    [profile.work.block]
    apps = ["net.lutris.Lutris", "steam"]
    """,
  ])

  private static var builtInSetNames: String { BuiltInSets.allNames.sorted().joined(separator: ", ") }
}
