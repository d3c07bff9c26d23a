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
    A list file has one domain a line, or the lines of a hosts file: an address that leads nowhere (0.0.0.0, \
    127.0.0.1, :: or ::1) and domains. '#' begins a comment. Rules of ad blockers and resolvers are not supported, \
    because most of them need more than the domain. Most lists are also published as hosts files.
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
    a file that users other than root can change
    A file that root reads controls what root does. So root must own the file and each directory on its path, and no \
    other user may write to them. Directories with the sticky bit, such as /tmp, may be writable by all users. A file \
    in one of the usual places, or a list file that it names, is refused otherwise. A file that you name on the \
    command line is read, and 'check' warns about it.
    """,
    .unusableProgram: """
    a hook whose program cannot be run
    The first word of 'run' is the absolute path of a program. The file must exist, and the user who runs 'schedctl' \
    must be allowed to execute it. For root's configuration in one of the usual places this is an error, because a \
    user who creates the program later would choose what root runs. Elsewhere it is a warning, because the program may \
    belong to a package that is not installed yet.
    """,
  ])
}
