#include "tests/executor/portal/gnome_world.h"
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>
#include <array>
#include <charconv>
#include <filesystem>
#include "common/os/files.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr std::chrono::seconds kPatience{60};
constexpr const char* kDialog = "Remote desktop";
// Places in that dialog of xdg-desktop-portal-gnome 43, from its top left corner.
constexpr Point kInteractionSwitch{450, 222}, kShare{473, 23}, kCancel{50, 23};
constexpr int kQuarterOfSwitch = 11;

// Defines what a test asks of the shell, the mouse and the keyboard of the person. A seat without a
// keyboard would lose the first keys of a session.
constexpr const char* kPerson = R"(
const {Clutter, GdkPixbuf, Gio, Shell} = imports.gi;
const seat = Clutter.get_default_backend().get_default_seat();
Main.overview.hide();
global.person = {
  pointer: seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE),
  keyboard: seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE),
  click(x, y) {
    this.pointer.notify_absolute_motion(0, x, y);
    this.pointer.notify_button(0, Clutter.BUTTON_PRIMARY, Clutter.ButtonState.PRESSED);
    this.pointer.notify_button(0, Clutter.BUTTON_PRIMARY, Clutter.ButtonState.RELEASED);
    return true;
  },
  window(title) {
    return global.get_window_actors().map(actor => actor.meta_window)
      .find(window => window.title === title);
  },
  hasKeyboard(title) {
    return !!this.window(title)?.has_focus();
  },
  idOf(title) {
    return this.window(title)?.get_id() ?? 0;
  },
  // The corner of the window with this id. One that opens while another has the keyboard may be
  // below that.
  cornerOf(id) {
    const window = global.get_window_actors().map(actor => actor.meta_window)
      .find(window => window.get_id() === id);
    if (window?.has_focus()) return window.get_frame_rect();
    window?.activate(0);
    return null;
  },
  // Whether the window is gone; if not, clicks in it. A dialog that is still being laid out loses
  // clicks.
  close(id, x, y) {
    const corner = this.cornerOf(id);
    if (corner) this.click(corner.x + x, corner.y + y);
    return !global.get_window_actors().some(actor => actor.meta_window.get_id() === id);
  },
  // Whether the switch at this place was seen to be on; if not, drags it there, which changes
  // nothing if it is.
  turnOn(id, x, y, quarter) {
    const corner = this.cornerOf(id);
    if (!corner) return false;
    const [left, right, middle] = [corner.x + x - quarter, corner.x + x + quarter, corner.y + y];
    this.pointer.notify_absolute_motion(0, left, middle);
    this.pointer.notify_button(0, Clutter.BUTTON_PRIMARY, Clutter.ButtonState.PRESSED);
    for (let at = left; at <= right; ++at) this.pointer.notify_absolute_motion(0, at, middle);
    this.pointer.notify_button(0, Clutter.BUTTON_PRIMARY, Clutter.ButtonState.RELEASED);
    // Pictures of a part of an enlarged monitor are wrong in GNOME 43.
    const file = Gio.MemoryOutputStream.new_resizable();
    new Shell.Screenshot().screenshot(false, file, (source, result) => {
      source.screenshot_finish(result);
      file.close(null);
      const bytes = Gio.MemoryInputStream.new_from_bytes(file.steal_as_bytes());
      const picture = GdkPixbuf.Pixbuf.new_from_stream(bytes, null);
      const scale = picture.get_width() / global.screen_width;
      const [red, , blue] = picture.new_subpixbuf(left * scale, middle * scale, 1, 1).get_pixels();
      if (blue > red + 60) this.on = id;
    });
    return this.on === id;
  },
  moveToBottomRight(title) {
    const place = this.window(title).get_frame_rect();
    this.window(title).move_frame(true, global.screen_width - place.width,
      global.screen_height - place.height);
    return true;
  },
  clickOn(actor) {
    if (!actor.visible) return false;
    const [x, y] = actor.get_transformed_position();
    return this.click(x + actor.width / 2, y + actor.height / 2);
  },
};
global.person.keyboard.notify_keyval(0, Clutter.KEY_Shift_L, Clutter.KeyState.PRESSED);
global.person.keyboard.notify_keyval(0, Clutter.KEY_Shift_L, Clutter.KeyState.RELEASED);
true)";

std::string coordinates(Point at) { return std::to_string(at.x) + ", " + std::to_string(at.y); }

// GNOME's settings, as the keyfile backend of GSettings stores them.
std::string settings_with(const std::vector<std::string>& layouts) {
  std::string sources;
  for (const std::string& layout : layouts)
    sources += (sources.empty() ? "" : ",") + ("('xkb','" + layout + "')");
  return "[org/gnome/desktop/input-sources]\nsources=[" + sources +
         "]\n[org/gnome/desktop/notifications]\nshow-banners=false\n"
         // Switches of dialogs are on only after their animation.
         "[org/gnome/desktop/interface]\nenable-animations=false\n"
         // Allows scales that are not whole numbers.
         "[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n";
}

// The processes that have the folder in their environment. Those of other users are not seen.
std::vector<pid_t> processes_with(const std::string& folder) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || *end != '\0') continue;
    const Result<std::string> environment = read_file("/proc/" + name + "/environ");
    if (environment.ok() &&
        environment.value().find("XDG_RUNTIME_DIR=" + folder) != std::string::npos)
      found.push_back(pid);
  }
  return found;
}
}  // namespace

std::string GnomeSession::missing() {
  constexpr std::array kPrograms{"/usr/bin/gnome-shell",
                                 "/usr/libexec/xdg-desktop-portal",
                                 "/usr/libexec/xdg-desktop-portal-gnome",
                                 "/usr/bin/pipewire",
                                 "/usr/bin/wireplumber",
                                 "/usr/bin/dbus-daemon",
                                 "/usr/bin/gdbus",
                                 "/usr/bin/zenity"};
  for (const char* const program : kPrograms)
    if (!std::filesystem::exists(program))
      return std::string("there is no ") + program +
             "; install gnome-shell xdg-desktop-portal-gnome pipewire wireplumber dbus-daemon "
             "libglib2.0-bin zenity";
  return "";
}

GnomeSession::GnomeSession(const std::vector<std::string>& layouts) {
  auto made = TemporaryFolder::make("gnome");
  EXPECT_TRUE(made.ok());
  if (!made.ok()) return;
  folder_ = std::move(made).value();
  const std::string settings = folder() + "/.config/glib-2.0/settings";
  std::filesystem::create_directories(settings);
  EXPECT_TRUE(write_new_file(settings + "/keyfile", settings_with(layouts)).ok());
  give_to_ordinary_user(folder());
  start_bus("system_bus");
  start_bus("bus");
  start("pipewire");
  EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(folder() + "/pipewire-0"); }));
  start("wireplumber");
  // In the unsafe mode the shell evaluates the test's expressions.
  start("gnome-shell", {"--headless", "--wayland", "--wayland-display=wayland-0", "--no-x11",
                        "--unsafe-mode", "--virtual-monitor=1280x800"});
  WatchedProgram& shell = *programs_.back();
  started_ = wait_until([&] {
               return shell.has_ended() || evaluate("Main.layoutManager._startingUp") == "false";
             }) &&
             !shell.has_ended() && evaluate(kPerson) == "true";
  EXPECT_TRUE(started_) << "gnome-shell: " << shell.errors();
}

// Programs that a bus started end with it; what does not is killed.
GnomeSession::~GnomeSession() {
  while (!programs_.empty()) programs_.pop_back();
  if (!folder_ ||
      wait_until([&] { return processes_with(folder()).empty(); }, std::chrono::seconds(5)))
    return;
  for (const pid_t pid : processes_with(folder())) ::kill(pid, SIGKILL);
}

void GnomeSession::start_bus(const std::string& name) {
  const std::string socket = folder() + "/" + name;
  start("dbus-daemon", {"--session", "--nofork", "--address=unix:path=" + socket});
  EXPECT_TRUE(wait_until([&] { return std::filesystem::exists(socket); })) << name;
}

void GnomeSession::start(const std::string& program, const std::vector<std::string>& arguments) {
  programs_.push_back(std::make_unique<WatchedProgram>(command(program, arguments)));
}

std::vector<std::pair<std::string, std::string>> GnomeSession::environment() const {
  return {{"XDG_RUNTIME_DIR", folder()},
          {"HOME", folder()},
          {"DBUS_SESSION_BUS_ADDRESS", "unix:path=" + folder() + "/bus"},
          {"DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + folder() + "/system_bus"},
          {"XDG_CURRENT_DESKTOP", "GNOME"},
          {"XDG_SESSION_TYPE", "wayland"},
          {"WAYLAND_DISPLAY", "wayland-0"},
          {"GDK_BACKEND", "wayland"},
          {"GSETTINGS_BACKEND", "keyfile"},
          {"LIBGL_ALWAYS_SOFTWARE", "1"},
          {"NO_AT_BRIDGE", "1"},
          {"GTK_A11Y", "none"},
          {"SHELL", "/bin/sh"},
          {"LANG", "C.UTF-8"}};
}

std::vector<std::string> GnomeSession::withheld() {
  return {"DISPLAY",        "LC_ALL",         "XDG_CONFIG_HOME", "XDG_DATA_HOME",
          "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_SESSION_ID"};
}

ChildCommand GnomeSession::command(const std::string& program,
                                   const std::vector<std::string>& arguments) const {
  return {"/usr/bin/env", as_ordinary_user(program, arguments), environment(), folder(),
          withheld()};
}

std::string GnomeSession::output_of(const std::string& program,
                                    const std::vector<std::string>& arguments) const {
  return run_child(command(program, arguments), "", kPatience).output;
}

// gdbus prints (true, '7').
std::string GnomeSession::evaluate(const std::string& expression) const {
  const std::string printed = output_of(
      "gdbus", {"call", "--session", "--dest=org.gnome.Shell", "--object-path=/org/gnome/Shell",
                "--method=org.gnome.Shell.Eval", expression});
  constexpr std::string_view kBefore = "(true, '", kAfter = "')\n";
  if (!printed.starts_with(kBefore) || !printed.ends_with(kAfter)) return "";
  return printed.substr(kBefore.size(), printed.size() - kBefore.size() - kAfter.size());
}

bool GnomeSession::wait_for_window(const std::string& title) const {
  return wait_until(
      [&] { return evaluate("global.person.hasKeyboard('" + title + "')") == "true"; });
}

std::string GnomeSession::dialog() const {
  std::string id;
  wait_until([&] {
    id = evaluate("global.person.idOf('" + std::string(kDialog) + "')");
    return !id.empty() && id != "0";
  });
  return id;
}

bool GnomeSession::close_dialog(const std::string& id, Point at) const {
  const std::string close = "global.person.close(" + id + ", " + coordinates(at) + ")";
  return wait_until([&] { return evaluate(close) == "true"; });
}

bool GnomeSession::scale_monitor(const std::string& factor) const {
  const auto configure = [&](const std::string& method, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"call", "--session", "--dest=org.gnome.Mutter.DisplayConfig",
                                      "--object-path=/org/gnome/Mutter/DisplayConfig",
                                      "--method=org.gnome.Mutter.DisplayConfig." + method};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return output_of("gdbus", words);
  };
  // "(uint32 2, [(('Meta-0', …": the serial number of this state.
  const std::string state = configure("GetCurrentState", {});
  constexpr std::string_view kBefore = "(uint32 ";
  if (!state.starts_with(kBefore)) return false;
  const std::string serial = state.substr(kBefore.size(), state.find(',') - kBefore.size());
  constexpr const char* kTemporarily = "1";
  return configure("ApplyMonitorsConfig",
                   {serial, kTemporarily,
                    "[(0, 0, " + factor +
                        ", uint32 0, true, [('Meta-0', '1280x800@60.000', @a{sv} {})])]",
                    "{}"}) == "()\n";
}

bool GnomeSession::consent(bool with_input) const {
  const std::string id = dialog();
  const std::string turn_on = "global.person.turnOn(" + id + ", " +
                              coordinates(kInteractionSwitch) + ", " +
                              std::to_string(kQuarterOfSwitch) + ")";
  return (!with_input || wait_until([&] { return evaluate(turn_on) == "true"; })) &&
         close_dialog(id, kShare);
}

bool GnomeSession::refuse() const { return close_dialog(dialog(), kCancel); }

bool GnomeSession::stop_sharing() const {
  return wait_until([&] {
    return evaluate("global.person.clickOn(Main.panel.statusArea.screenSharing)") == "true";
  });
}

PortalBridge::PortalBridge(const GnomeSession& session) : socket_(session.folder() + "/screen") {
  program_ = std::make_unique<WatchedProgram>(
      session.command(std::string(kBinDir) + "/portal_bridge", {}));
  BridgeSetup setup;
  setup.socket = socket_;
  setup.wayland = session.folder() + "/wayland-0";
  program_->write_line(to_json(setup));
}

std::unique_ptr<BridgeConnection> PortalBridge::connect() const {
  auto opened = BridgeConnection::open("bridge:portal:" + socket_);
  return opened.ok() ? std::move(opened).value() : nullptr;
}
}  // namespace franz::executor
