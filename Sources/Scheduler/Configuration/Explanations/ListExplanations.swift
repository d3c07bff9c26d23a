import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about list files and the permissions of files.
  static let lists = all([
    .unreadableList: """
    a list file that cannot be read
    'domains-file' takes paths of text files with domains. A relative path begins at the directory of the file that \
    names it; '~' and variables are not expanded. A list file is a regular file of text in UTF-8 and has at most 16 \
    MiB.
    ---
    # config.toml
    [set.feeds]
    domains-file = ["lists/fedes.txt"]
    # lists/feeds.txt
    reddit.com
    ---
    # config.toml
    [set.feeds]
    domains-file = ["lists/feeds.txt"]
    # lists/feeds.txt
    reddit.com
    """,
    .invalidListLine: """
    a line of a list file in another format
    A list file has one domain a line, or lines of a hosts file: an address that leads nowhere (0.0.0.0, 127.0.0.1, :: \
    or ::1) and domains. What is behind '#' is a comment. The rules of ad blockers and of resolvers are not read: most \
    of them cannot be kept by the domain alone. Most lists are also published as hosts files.
    ---
    # config.toml
    [set.ads]
    domains-file = ["lists/ads.txt"]
    # lists/ads.txt
    ||ads.example^
    ---
    # config.toml
    [set.ads]
    domains-file = ["lists/ads.txt"]
    # lists/ads.txt
    ads.example
    0.0.0.0 tracker.example
    """,
    .writableByOthers: """
    a file that others than root can change
    What root reads decides what is done with root's rights, so root's files must be root's alone: the owner is root, \
    nobody else may write them, and the same holds for each directory on the way to them, where only directories with \
    the sticky bit such as /tmp may be writable by all. A configuration that is looked up, and its list files, are \
    refused otherwise. Files that you name yourself may be looked at; 'check' warns about them.
    """,
    .unusableProgram: """
    a hook whose program cannot be run
    The first word of 'run' is the whole path of a program, and there has to be a file that whoever runs 'schedctl' may \
    execute. In a configuration of root's that is looked up this is an error: whoever puts a program there later would \
    decide what root runs. Elsewhere it is a warning, because the program may come with a package that is not installed \
    yet.
    """,
  ])
}
