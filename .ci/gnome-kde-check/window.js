// An application with one window: gjs window.js ID
imports.gi.versions.Gtk = '4.0';
const { Gtk } = imports.gi;

const application = new Gtk.Application({ application_id: ARGV[0] });
application.connect('activate', () => new Gtk.ApplicationWindow({ application, title: ARGV[0] }).present());
application.run([]);
