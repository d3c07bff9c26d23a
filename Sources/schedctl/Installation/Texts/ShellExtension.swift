import SchedulerInstance
import SchedulerJSON
import SchedulerUsage

/// Our extension of GNOME Shell, which tells the agent which window has the focus.
///
/// GNOME 45 has changed how an extension is loaded, and no file can be loaded by versions before and after that. So there
/// are two extensions of the same code. GNOME Shell loads the one that names its version, also after an upgrade.
enum ShellExtension: String, CaseIterable {
  case focus = "focus@schedctl.io"
  case oldFocus = "focus-43@schedctl.io"

  /// The versions of GNOME Shell.
  private var versions: [String] {
    switch self {
    case .focus: (45...50).map(String.init)
    case .oldFocus: ["43", "44"]
    }
  }

  /// The files of both extensions, in the directory of a place for shared data.
  static func files(in data: String) -> [InstalledFile] {
    allCases.flatMap { version in
      let folder = "\(data)/gnome-shell/extensions/\(version.rawValue)"
      return [
        InstalledFile("\(folder)/extension.js", text: version.code),
        InstalledFile("\(folder)/metadata.json", text: version.metadata),
      ]
    }
  }

  private var metadata: String {
    var json = JSONWriter()
    json.object { json in
      json.member("uuid", value: rawValue)
      json.member("name", value: "Focus for schedctl")
      json.member("description", value: "Tells the agent of schedctl which application has the focus, and no title.")
      json.member(named: "shell-version", value: versions)
      // Without the second mode the lock screen ends it, and nothing says which window has the focus at the unlock.
      json.member(named: "session-modes", value: ["user", "unlock-dialog"])
    }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private var code: String {
    switch self {
    case .focus:
      "import Gio from 'gi://Gio';\nimport GLib from 'gi://GLib';\nimport Shell from 'gi://Shell';\n\n\(Self.description)\n"
        + "export default \(Self.body)"
    case .oldFocus:
      "const {Gio, GLib, Shell} = imports.gi;\n\n\(Self.description)\n\(Self.body)\n"
        + "function init() {\n    return new FocusExtension();\n}\n"
    }
  }

  /// What the object on the bus has.
  private static let description = """
    const XML = `<node><interface name="\(FocusInterface.name)">
      <method name="Get">
        <arg type="s" direction="out"/><arg type="s" direction="out"/>
        <arg type="s" direction="out"/><arg type="u" direction="out"/>
      </method>
      <signal name="Changed"><arg type="s"/><arg type="s"/><arg type="s"/><arg type="u"/></signal>
      <signal name="Ended"/>
    </interface></node>`;

    """

  /// The class. Each line of it runs in the compositor, so there are few.
  private static let body = """
    class FocusExtension {
        enable() {
            this._object = Gio.DBusExportedObject.wrapJSObject(XML, this);
            this._object.export(Gio.DBus.session, '\(FocusInterface.path)');
            this._change = global.display.connect('notify::focus-window', () => this._tell());
            this._tell();
        }

        disable() {
            global.display.disconnect(this._change);
            this._object.emit_signal('Ended', null);
            this._object.flush();
            this._object.unexport();
            this._object = null;
        }

        _tell() {
            this._object.emit_signal('Changed', new GLib.Variant('(sssu)', this.Get()));
        }

        Get() {
            const window = global.display.focus_window;
            if (!window)
                return ['', '', '', 0];
            const id = Shell.WindowTracker.get_default().get_window_app(window)?.get_id() ?? '';
            return [
                id.endsWith('.desktop') ? id.slice(0, -8) : '', window.get_wm_class() ?? '',
                window.get_wm_class_instance() ?? '', Math.max(0, window.get_pid()),
            ];
        }
    }

    """
}

extension ShellExtension {
  private static let settings = ["org.gnome.shell", "enabled-extensions"]

  /// What has become of the list of extensions that GNOME Shell loads.
  enum Change { case changed, unchanged, failed }

  /// Adds both extensions to those that GNOME Shell loads at the next login, or removes them. Adds them only on GNOME, and
  /// removes them wherever the list exists. Leaves the list of root, who has no desktop, and may only borrow the
  /// environment of another user.
  static func set(isEnabled: Bool, in environment: ProcessEnvironment) -> Change {
    let desktop = environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":") ?? []
    guard environment.effectiveUserID != 0, !isEnabled || desktop.contains("GNOME") else { return .unchanged }
    guard let program = ProgramSearch(environment).paths(of: "gsettings").first else {
      return isEnabled ? .failed : .unchanged
    }
    do throws(SystemError) {
      let present = try ChildProcess([program, "get"] + settings).run()
      // gsettings(1) exits with 1 if GNOME Shell is not installed.
      if present.end == .exit(1), !isEnabled { return .unchanged }
      guard present.end == .exit(0) else { return .failed }
      guard let list = list(String(decoding: present.output, as: UTF8.self), isEnabled: isEnabled) else {
        return .unchanged
      }
      return try ChildProcess([program, "set"] + settings + [list]).run().end == .exit(0) ? .changed : .failed
    } catch {
      return .failed
    }
  }

  /// Returns the list with our extensions, or without them; nil if it stays or is none.
  ///
  ///     list = [ "@as " ] "[" [ word *( ", " word ) ] "]"    ; the text of a GVariant; a word is in quotes
  static func list(_ text: String, isEnabled: Bool) -> String? {
    guard let start = text.firstIndex(of: "["), let end = text.lastIndex(of: "]"), start < end else { return nil }
    let words = text[text.index(after: start)..<end].split(separator: ",").map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let ours = allCases.map { "'\($0.rawValue)'" }
    let others = words.filter { !ours.contains($0) }
    let wanted = isEnabled ? words + ours.filter { !words.contains($0) } : others
    return wanted == words ? nil : "[\(wanted.joined(separator: ", "))]"
  }
}
