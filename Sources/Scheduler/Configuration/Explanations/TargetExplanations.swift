import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about applications, domains, categories and sets.
  static let targets = all([
    .unknownSet: """
    a set that is not there
    'sets' takes the names of sets that the configuration defines as [set.name], and of the built-in ones: \
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
    a category that is not registered
    Categories are those of freedesktop.org's menus, which every desktop entry names, written as registered there: \
    'Game', 'Network', 'InstantMessaging'. Upper and lower case matter.
    ---
    [profile.work.block]
    categories = ["game"]
    ---
    [profile.work.block]
    categories = ["Game"]
    """,
    .invalidDomain: """
    an entry that is not a domain
    Domains are host names alone: without 'https://', path, port or wildcard. A domain covers its subdomains, so \
    "reddit.com" is also "old.reddit.com". International names are taken as they are written and kept in their ASCII \
    form.
    ---
    [profile.work.block]
    domains = ["https://www.reddit.com/r/all"]
    ---
    [profile.work.block]
    domains = ["reddit.com"]
    """,
    .invalidApplication: """
    an entry that names no application
    An application is the file name of its program, the absolute path of it, or the id of its desktop entry. It is \
    not empty and has no control characters, and a path has no empty part, no '.' and no '..'.
    ---
    [profile.work.block]
    apps = ["/opt/../usr/bin/steam"]
    ---
    [profile.work.block]
    apps = ["/usr/bin/steam"]
    """,
    .relativePath: """
    a path that does not begin at the root
    A relative path would mean another program in every directory. Write the whole path, which begins with '/', or \
    the file name alone, which means the program wherever it is.
    ---
    [profile.work.block]
    apps = ["bin/steam"]
    ---
    [profile.work.block]
    apps = ["steam"]
    """,
    .neverShielded: """
    a program that is never blocked
    Without shells, log-in, package tools, the display server or schedctl itself a machine could neither be used nor \
    repaired; and interpreters and launchers run much more than what is meant. Block the applications that they start, \
    by the ids of their desktop entries.
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
