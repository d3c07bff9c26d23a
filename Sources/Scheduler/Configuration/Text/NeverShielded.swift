/// The file names of programs that are never shielded.
///
/// `ApplicationText.blocked` refuses them in a configuration, and a layer never blocks them.
enum NeverShielded {
  /// Interpreters, shells and launchers: they run many other programs, and what they run is recognised by its unit and
  /// its arguments.
  static let launchers = names(
    """
    python python3 perl node java ruby wine env bwrap systemd-run electron sh bash dash zsh fish ksh tcsh csh
    busybox flatpak snap xdg-open gtk-launch gio exo-open kde-open5 kde-open kioclient5 kioclient kdesu gksu kstart5
    kstart gapplication dbus-send gdbus x-terminal-emulator x-www-browser sensible-browser sensible-editor npx npm
    deno bun php lua luajit guile tclsh wish wine64 wine-stable wine-preloader wine64-preloader mono dotnet
    qemu-x86_64 firejail steam-run nohup setsid nice timeout xvfb-run gamemoderun mangohud primusrun optirun
    prime-run gnome-extensions gjs gjs-console rundll32 box64 ld.so ld-linux-x86-64.so.2 ld-linux-aarch64.so.1
    """)

  /// Init, login, remote login, package tools and our own command: without them the machine could not be used or
  /// repaired.
  static let system = names(
    """
    init systemd systemctl systemd-logind journalctl loginctl login agetty getty sshd ssh su sudo doas pkexec
    polkitd dbus-daemon dbus-broker dbus-broker-launch dbus-launch dbus-run-session NetworkManager nmcli nmtui
    wpa_supplicant cron udevd systemd-udevd ip ping modprobe kmod schedctl apt apt-get aptitude dpkg dnf yum rpm
    zypper pacman apk nix nix-env nixos-rebuild guix xbps-install emerge snapd packagekitd
    """)

  /// What else opens a session, here or from elsewhere, and what such a session needs to be administered.
  static let sessions = names(
    """
    scp sftp slogin sftp-server agent-launch mosh mosh-server mosh-client sudoedit sudoreplay cvtsudoers sesh pkaction
    pkcheck pkttyagent crontab busctl networkctl hostnamectl localectl timedatectl kernel-install udevadm lsmod ss
    ctstat lnstat nstat rdma routel rtstat ping4 ping6 iwctl iwd iwmon nm-online wpa_cli wpa_passphrase tasksel mksh
    mksh-static lksh rlksh rmksh rzsh zsh5 startx xinit xrdb xset xsetroot xhost xmodmap xrandr xgamma iceauth
    sessreg startxfce4 xflock4 startlxqt dm-tool kwin openbox-session gdm-control swaybar swaymsg swaynag wpctl wpexec
    aptitude-curses kcminit kcminit_startup ksplashqml ksmserver-logout-greeter kde-systemd-start-condition
    plasma-shutdown plasma_waitforname plasma-dbus-run-session-if-needed
    """)

  /// What `schedctl` and its units run themselves, besides what the other lists name.
  static let helpers = names("kill notify-send update-desktop-database nft unbound-control openssl gsettings")

  /// The programs of Debian's packages that are essential or have the priority `required`.
  static let base = names(
    """
    [ addpart apt apt-cache apt-cdrom apt-config apt-get apt-key apt-mark arch b2sum base32 base64 basename basenc
    bash bashbug captoinfo cat chage chattr chcon chfn chgrp chmod choom chown chrt chsh cksum clear clear_console
    cmp comm cp csplit cut dash date dd deb-systemd-helper deb-systemd-invoke debconf debconf-apt-progress
    debconf-communicate debconf-copydb debconf-escape debconf-set-selections debconf-show delpart df diff diff3 dir
    dircolors dirname dmesg dnsdomainname domainname dpkg dpkg-deb dpkg-divert dpkg-maintscript-helper dpkg-query
    dpkg-realpath dpkg-split dpkg-statoverride dpkg-trigger du echo egrep expand expiry expr factor faillog
    fallocate false fgrep find findmnt flock fmt fold getconf getent getopt gpasswd grep groups gunzip gzexe gzip
    hardlink head hostid hostname i386 iconv id infocmp infotocap install ionice ipcmk ipcrm ipcs ischroot join last
    lastb lastlog ld.so ldd link linux32 linux64 ln locale localedef logger login logname ls lsattr lsblk lscpu
    lsipc lslocks lslogins lsmem lsns mawk mcookie md5sum md5sum.textutils mesg mkdir mkfifo mknod mktemp more mount
    mountpoint mv namei newgrp nice nisdomainname nl nohup nproc nsenter numfmt od partx passwd paste pathchk pidof
    pinky pldd pr printenv printf prlimit ptx pwd rbash readlink realpath rename.ul renice reset resizepart rev
    rgrep rm rmdir run-parts runcon savelog script scriptlive scriptreplay sdiff sed select-editor sensible-browser
    sensible-editor sensible-pager seq setarch setpriv setsid setterm sg sh sha1sum sha224sum sha256sum sha384sum
    sha512sum shred shuf sleep sort split stat stdbuf stty su sum sync tabs tac tail tar taskset tee tempfile test
    tic timeout toe touch tput tr true truncate tset tsort tty tzselect uclampset umount uname uncompress unexpand
    uniq unlink unshare update-alternatives users utmpdump vdir wall wc wdctl whereis which.debianutils who whoami
    x86_64 xargs yes ypdomainname zcat zcmp zdiff zdump zegrep zfgrep zforce zgrep zless zmore znew
    """)

  /// What draws the desktop, unlocks it and carries its input, for the usual desktops.
  static let desktop = names(
    """
    Xorg Xwayland X Xvfb gnome-shell gnome-shell-wayland mutter kwin_x11 kwin_wayland kwin_wayland_wrapper
    plasmashell plasma-desktop sway river hyprland Hyprland labwc wayfire niri weston cage i3 bspwm openbox fluxbox
    icewm awesome xmonad marco metacity muffin cinnamon budgie-wm budgie-panel mate-panel xfwm4 xfdesktop
    xfce4-panel lxqt-panel lxpanel pcmanfm-desktop pcmanfm-qt pcmanfm caja waybar swaybg polybar tint2 picom compton gala wingpanel
    nemo-desktop lxqt-runner krunner
    gdm gdm3 sddm sddm-greeter lightdm lightdm-gtk-greeter slick-greeter lxdm xdm greetd gnome-initial-setup
    gnome-session gnome-session-binary gnome-session-inhibit gnome-settings-daemon startplasma-x11
    startplasma-wayland plasma_session ksmserver kded5 kded6 kactivitymanagerd xfce4-session xfsettingsd xfconfd
    mate-session mate-settings-daemon cinnamon-session lxqt-session lxsession gnome-flashback org_kde_powerdevil
    xfce4-power-manager mate-power-manager lxqt-powermanagement upowerd gnome-keyring-daemon kwalletd5 kwalletd6
    pipewire pipewire-pulse wireplumber pulseaudio lxqt-globalkeysd lxqt-leave xfce4-session-logout klipper kaccess gmenudbusmenuproxy xembedsniproxy kglobalaccel5 nm-applet
    gnome-screensaver xscreensaver xscreensaver-wrapper.sh xfce4-screensaver mate-screensaver cinnamon-screensaver light-locker swaylock
    swayidle i3lock xss-lock xlock slock hyprlock waylock gtklock kscreenlocker_greet physlock xautolock
    polkit-gnome-authentication-agent-1 polkit-kde-authentication-agent-1 polkit-mate-authentication-agent-1
    lxqt-policykit-agent lxpolkit xfce-polkit polkit-agent-helper-1 pinentry xdg-desktop-portal
    xdg-desktop-portal-gnome xdg-desktop-portal-gtk xdg-desktop-portal-kde xdg-desktop-portal-wlr
    xdg-desktop-portal-lxqt xdg-document-portal xdg-permission-store
    mako dunst xfce4-notifyd notify-osd mate-notification-daemon lxqt-notificationd swaync notification-daemon
    ibus ibus-daemon kbd-layout-viewer5 ibus-setup ibus-ui-gtk3 ibus-x11 fcitx fcitx5 fcitx-configtool fcitx5-configtool
    fcitx5-config-qt kimpanel uim uim-xim scim im-launch im-config orca orca-dm-wrapper brltty xbrlapi speech-dispatcher
    at-spi2-registryd at-spi-bus-launcher onboard squeekboard maliit-keyboard florence kmag kmouth kmousetool magnus
    caribou
    """)

  /// The directories whose programs all belong to the system, whatever their names.
  static let directories = ["/sbin/", "/usr/sbin/", "/usr/lib/systemd/", "/lib/systemd/", "/usr/lib/apt/"]

  /// The beginnings of the file names of families of programs: the daemons of GNOME's settings, portals, agents of
  /// polkit, helpers of ssh, login screens and input methods, package tools.
  private static let families = [
    "gsd-", "xdg-desktop-portal", "polkit-", "gnome-session", "gnome-initial-setup", "systemd-",
    "ssh-", "gdm-", "mutter-", "gnome-shell-", "brltty-", "ibus-", "fcitx5-", "spd-", "nmtui-", "dbus-",
    "apt-", "dpkg-", "fish_", "xfce4-popup-",
  ]

  /// Whether a program with that file name is never shielded.
  static func contains(_ file: String) -> Bool {
    isLauncher(file) || families.contains(where: file.hasPrefix) || system.contains(file) || desktop.contains(file)
      || base.contains(file) || sessions.contains(file) || helpers.contains(file)
  }

  /// Whether a file name is that of an interpreter, a shell or a launcher. Versions count: `python3.11`, `electron28`.
  static func isLauncher(_ file: String) -> Bool {
    if launchers.contains(file) { return true }
    return versioned.contains { language in
      file.hasPrefix(language) && file.dropFirst(language.count).allSatisfy { $0.isNumber || $0 == "." }
    }
  }

  /// The interpreters whose file names may end in a version.
  private static let versioned = [
    "python", "perl", "ruby", "php", "lua", "electron", "node", "java", "tclsh", "guile-",
  ]

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
