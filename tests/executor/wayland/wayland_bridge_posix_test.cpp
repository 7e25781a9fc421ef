// wayland_bridge on a headless sway, with native Wayland programs that report what arrived.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "common/os/posix_support.h"
#include "executor/desktop/typed_text.h"
#include "tests/executor/wayland/bare_compositor.h"
#include "tests/executor/wayland/wayland_world.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;

// Several outputs; wev covers the output that has the focus.
constexpr const char* kOutputs = R"(output HEADLESS-1 resolution 1280x800 position 0,0
output HEADLESS-2 resolution 1920x1080 scale 1.5 position -1280,-100
output HEADLESS-3 resolution 800x600 transform 90 position 1280,0
workspace 1 output HEADLESS-1
workspace 2 output HEADLESS-2
workspace 3 output HEADLESS-3
for_window [app_id="wev"] fullscreen enable)";

constexpr const char* kText =
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: \"100 €\" {~}!\n"
    "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ 有為の奥山 今日越えて 浅き夢見じ 酔ひもせず\n"
    "🐱🎉👍 ☃ ∑≠∞ Ωмир\n";

std::string typing(std::string_view text) {
  return R"({"do":"type","text":)" + quote_json(text) + "}";
}
std::string key(const std::string& name, bool down) {
  return R"({"do":"key","key":")" + name + R"(","down":)" + (down ? "true}" : "false}");
}
std::vector<std::string> hotkey(const std::string& held, const std::string& name) {
  return {key(held, true), key(name, true), key(name, false), key(held, false)};
}
std::string moving(Point to) {
  return R"({"do":"move","x":)" + std::to_string(to.x) + R"(,"y":)" + std::to_string(to.y) + "}";
}
std::string button(const std::string& name, bool down) {
  return R"({"do":"button","button":")" + name + R"(","down":)" + (down ? "true}" : "false}");
}

// A session, the bridge and a connection to it.
class World {
 public:
  explicit World(const std::string& settings = "output HEADLESS-1 resolution 1280x800",
                 int outputs = 1)
      : sway(settings, outputs), bridge(sway.socket()), ready(bridge.next_event()) {
    EXPECT_EQ(ready.kind, BridgeEvent::Kind::ready) << ready.text;
    connection = bridge.connect();
    EXPECT_NE(connection, nullptr);
  }
  std::string ask(const std::vector<std::string>& requests) {
    return connection ? ask_all(*connection, requests) : "(no connection)";
  }
  // Shows a program and waits for its window.
  std::unique_ptr<WatchedProgram> show(const std::string& program,
                                       const std::vector<std::string>& arguments) {
    auto shown = std::make_unique<WatchedProgram>(sway.command(program, arguments));
    EXPECT_NE(wait_for_window(*connection, program), 0U) << program << ": " << shown->errors();
    return shown;
  }
  // wev prints each event of its window.
  std::unique_ptr<WatchedProgram> show_wev() {
    auto shown = std::make_unique<WatchedProgram>(sway.command("stdbuf", {"-oL", "wev"}));
    EXPECT_NE(wait_for_window(*connection, "wev"), 0U) << shown->errors();
    return shown;
  }

  SwaySession sway;
  WaylandBridge bridge;
  BridgeEvent ready;
  std::unique_ptr<BridgeConnection> connection;
};

// A connection to the bridge that follows no protocol.
class RawPeer {
 public:
  explicit RawPeer(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::connect(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address),
              0);
  }
  void send(const std::string& bytes) { EXPECT_TRUE(write_all(socket_.number(), bytes)); }
  std::string line() {
    std::string line;
    for (char byte = 0; ::read(socket_.number(), &byte, 1) == 1;) {
      if (byte == '\n') return line;
      line += byte;
    }
    return "(closed)";
  }

 private:
  Descriptor socket_;
};

// The place that a line of wev reports; nothing: none.
std::optional<std::pair<double, double>> reported_place(const std::string& line) {
  static const std::regex kPlace("x, y: (-?[0-9.]+), (-?[0-9.]+)");
  std::smatch found;
  if (!std::regex_search(line, found, kPlace)) return {};
  return std::pair(std::stod(found[1]), std::stod(found[2]));
}

std::string pasted_into_entry(World& world, const std::string& text) {
  auto entry = world.show("zenity", {"--entry"});
  if (const std::string offered =
          world.ask({R"({"do":"clipboard","text":)" + quote_json(text) + "}"});
      offered != "ok")
    return offered;
  if (const std::string pressed = world.ask(hotkey("ctrl", "v")); pressed != "ok") return pressed;
  const Result<BridgeAnswer> pasted = world.connection->ask({.kind = Kind::pasted});
  if (!pasted.ok() || !pasted.value().taken) return "(not taken)";
  world.ask({typing("\n")});
  return entry->output();
}

// Standard output of a program of the session.
std::string run_there(World& world, const std::string& program,
                      const std::vector<std::string>& arguments) {
  return run_child(world.sway.command(program, arguments), "", std::chrono::seconds(30)).output;
}
}  // namespace

TEST(WaylandBridge, TypesAnyTextIntoANativeWindowFromItsFirstCharacter) {
  World world;
  for (const char* const text : {"abc", "Grace Hopper", "Zürich ß € ~", "東京", "🐱"}) {
    auto entry = world.show("zenity", {"--entry"});
    EXPECT_EQ(world.ask({typing(text), typing("\n")}), "ok");
    EXPECT_EQ(entry->output(), std::string(text) + "\n");
  }
}

TEST(WaylandBridge, LosesNothingOfALongText) {
  World world;
  std::string text;
  while (count_characters(text) < 2'000) text += kText;
  const char* const wanted = std::getenv("FRANZ_TYPING_RUNS");
  for (int i = 0; i < (wanted == nullptr ? 2 : std::atoi(wanted)); ++i) {
    const std::string file = world.sway.folder() + "/typed";
    auto terminal = world.show("foot", {"/bin/sh", "-c", "cat > '" + file + "'"});
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = first_piece(rest);
      ASSERT_EQ(world.ask({typing(piece)}), "ok");
      rest.remove_prefix(piece.size());
    }
    EXPECT_EQ(world.ask(hotkey("ctrl", "d")), "ok");
    terminal->output();
    const Result<std::string> typed = read_file(file, 1U << 20U);
    ASSERT_TRUE(typed.ok());
    EXPECT_EQ(typed.value(), text);
  }
}

TEST(WaylandBridge, DoesNotEndAProgramThatHangs) {
  World world;
  auto entry = world.show("zenity", {"--entry"});
  ::kill(static_cast<pid_t>(entry->pid()), SIGSTOP);
  std::string answered = "ok";
  for (int i = 0; i < 100 && answered == "ok"; ++i)
    answered = world.ask({typing(std::string(100, 'X'))});
  EXPECT_EQ(answered, "unfinished: the program does not read what is typed; it hangs");
  ::kill(static_cast<pid_t>(entry->pid()), SIGCONT);
  // Shift is no longer down.
  EXPECT_EQ(world.ask({key("a", true), key("a", false), typing("\n")}), "ok");
  const std::string typed = entry->output();
  EXPECT_EQ(typed.substr(0, 100), std::string(100, 'X'));
  EXPECT_TRUE(typed.ends_with("Xa\n")) << typed;
}

TEST(WaylandBridge, ClicksWithinThePictureOnEveryOutput) {
  World world(kOutputs, 3);
  EXPECT_EQ(world.ready.size, (Size{4740, 1350}));  // 1.5 times 3160x900
  const struct {
    const char* workspace;
    Screen logical;
  } cases[] = {
      {"1", {1280, 100, 1280, 800}}, {"2", {0, 0, 1280, 720}}, {"3", {2560, 100, 600, 800}}};
  for (const auto& [workspace, logical] : cases) {
    ASSERT_TRUE(world.sway.tell(std::string("workspace ") + workspace));
    auto wev = world.show_wev();
    const int left = logical.origin_x * 3 / 2, top = logical.origin_y * 3 / 2;
    const int width = logical.width * 3 / 2, height = logical.height * 3 / 2;
    for (const Point offset : {Point{9, 9}, Point{0, 0}, Point{width - 1, height - 1},
                               Point{width / 3, height / 2}, Point{width - 1, 0}}) {
      ASSERT_EQ(world.ask({moving({left + offset.x, top + offset.y})}), "ok");
      const auto place = reported_place(wev->next_line("x, y: "));
      ASSERT_TRUE(place) << workspace;
      EXPECT_NEAR(place->first * 1.5, offset.x + 0.5, 0.5) << workspace;
      EXPECT_NEAR(place->second * 1.5, offset.y + 0.5, 0.5) << workspace;
    }
    wev.reset();
    ASSERT_TRUE(wait_until([&] { return listed_windows(*world.connection).empty(); }));
  }
}

TEST(WaylandBridge, SeesEveryOutputUpright) {
  World world(std::string(kOutputs) + "\noutput * bg #102030 solid_color");
  std::string pixels;
  const std::string blue_first = "\x30\x20\x10";
  EXPECT_TRUE(wait_until([&] {
    const Result<BridgeAnswer> answer =
        world.connection->ask({.kind = Kind::look, .area = {5, 5, 2, 1}}, &pixels);
    return answer.ok() && pixels.size() == 8 && pixels.substr(0, 3) == blue_first &&
           pixels.substr(4, 3) == blue_first;
  }));
  // Beside all outputs.
  const Result<BridgeAnswer> outside =
      world.connection->ask({.kind = Kind::look, .area = {-2, -1, 1, 1}}, &pixels);
  EXPECT_EQ(outcome(outside), "ok");
  EXPECT_EQ(pixels, std::string(4, '\0'));
}

TEST(WaylandBridge, PressesDragsScrollsAndHoldsKeys) {
  World world(kOutputs);
  auto wev = world.show_wev();
  ASSERT_EQ(world.ask({moving({400, 300}), button("left", true), moving({500, 300}),
                       button("left", false), R"({"do":"wheel","direction":"down"})",
                       R"({"do":"wheel","direction":"left"})", key("shift", true), key("é", true)}),
            "ok");
  EXPECT_NE(wev->next_line("272 (left), state: 1"), "");
  EXPECT_NE(wev->next_line("x, y: 500"), "");
  EXPECT_NE(wev->next_line("272 (left), state: 0"), "");
  EXPECT_NE(wev->next_line("axis: 0 (vertical), value: 15"), "");
  EXPECT_NE(wev->next_line("axis: 1 (horizontal), value: -15"), "");
  EXPECT_NE(wev->next_line("sym: Shift_L"), "");
  EXPECT_NE(wev->next_line("sym: eacute"), "");
  EXPECT_EQ(outcome(world.connection->ask({.kind = Kind::release})), "ok");
  EXPECT_NE(wev->next_line("state: 0 (released)"), "");
  EXPECT_NE(wev->next_line("state: 0 (released)"), "");
}

TEST(WaylandBridge, ReleasesWhatAConnectionPressedWhenItEnds) {
  World world(kOutputs);
  auto wev = world.show_wev();
  ASSERT_EQ(world.ask({moving({400, 300})}), "ok");
  auto other = world.bridge.connect();
  ASSERT_NE(other, nullptr);
  ASSERT_EQ(ask_all(*other, {button("left", true), key("ctrl", true)}), "ok");
  EXPECT_NE(wev->next_line("272 (left), state: 1"), "");
  other.reset();
  EXPECT_NE(wev->next_line("272 (left), state: 0"), "");
  EXPECT_NE(wev->next_line("state: 0 (released)"), "");
}

TEST(WaylandBridge, ReleasesEverythingWhenItEndsAndAfterACrash) {
  // Its pointer and keyboard keep the seat's, so that wev hears of everything.
  World world(kOutputs);
  auto wev = world.show_wev();
  {
    WaylandBridge crashing(world.sway.socket());
    EXPECT_EQ(crashing.next_event().kind, BridgeEvent::Kind::ready);
    auto connection = crashing.connect();
    ASSERT_NE(connection, nullptr);
    ASSERT_EQ(ask_all(*connection, {moving({400, 300}), button("left", true), key("ctrl", true)}),
              "ok");
    EXPECT_NE(wev->next_line("sym: Control_L"), "");
    ::kill(static_cast<pid_t>(crashing.program().pid()), SIGKILL);
    EXPECT_NE(wev->next_line("state: 0 (released)"), "");  // the key, by sway
  }
  {
    WaylandBridge next(world.sway.socket());
    EXPECT_EQ(next.next_event().kind, BridgeEvent::Kind::ready);
    EXPECT_NE(wev->next_line("272 (left), state: 0"), "");
    auto connection = next.connect();
    ASSERT_NE(connection, nullptr);
    ASSERT_EQ(ask_all(*connection, {moving({400, 300}), button("right", true)}), "ok");
    EXPECT_NE(wev->next_line("273 (right), state: 1"), "");
  }
  EXPECT_NE(wev->next_line("273 (right), state: 0"), "");
}

TEST(WaylandBridge, PastesAndRestoresEveryTypeOfTheClipboard) {
  World world;
  auto owner = std::make_unique<WatchedProgram>(
      world.sway.command("wl-copy", {"--foreground", "--type", "text/html", "<b>earlier</b>"}));
  ASSERT_TRUE(wait_until([&] {
    return run_there(world, "wl-paste", {"--list-types"}).find("text/html") != std::string::npos;
  }));
  const std::string types = run_there(world, "wl-paste", {"--list-types"});
  for (const std::string text : {"Zürich 東京 🐱", "second"}) {
    EXPECT_EQ(pasted_into_entry(world, text), text + "\n");
    EXPECT_EQ(run_there(world, "wl-paste", {"--list-types"}), types);
    EXPECT_EQ(run_there(world, "wl-paste", {"--no-newline", "--type", "text/html"}),
              "<b>earlier</b>");
  }
}

TEST(WaylandBridge, SaysWhenNobodyPastes) {
  World world;
  ASSERT_EQ(world.ask({R"({"do":"clipboard","text":"x"})"}), "ok");
  // A clipboard manager reads at once, which is no paste.
  EXPECT_EQ(run_there(world, "wl-paste", {"--no-newline"}), "x");
  const Result<BridgeAnswer> pasted = world.connection->ask({.kind = Kind::pasted});
  ASSERT_TRUE(pasted.ok());
  EXPECT_FALSE(pasted.value().taken);
}

TEST(WaylandBridge, ListsAndActivatesWindows) {
  World world;
  auto first = world.show("zenity", {"--entry", "--title=Ärger \"1\""});
  auto second = world.show("foot", {"--title=Terminal", "sleep", "1000"});
  std::vector<ListedWindow> windows = listed_windows(*world.connection);
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].title, "Terminal");
  EXPECT_TRUE(windows[0].active);
  EXPECT_EQ(windows[1].title, "Ärger \"1\"");
  EXPECT_EQ(windows[1].app, "zenity");
  EXPECT_FALSE(windows[1].active);
  EXPECT_EQ(windows[1].area, (Screen{0, 0, 1280, 800}));
  EXPECT_EQ(world.ask({R"({"do":"activate","window":)" + std::to_string(windows[1].id) + "}",
                       typing("here\n")}),
            "ok");
  EXPECT_EQ(first->output(), "here\n");
  EXPECT_EQ(world.ask({R"({"do":"activate","window":999})"}),
            "missing: there is no window 999 any more");
}

TEST(WaylandBridge, ConnectsAgainToACompositorThatWasRestarted) {
  World world;
  ASSERT_EQ(world.ask({button("left", true), key("ctrl", true)}), "ok");
  world.sway.kill();
  const BridgeEvent lost = world.bridge.next_event();
  EXPECT_EQ(lost.kind, BridgeEvent::Kind::lost);
  EXPECT_EQ(lost.text, "the compositor closed the connection");
  EXPECT_EQ(world.ask({typing("x")}).substr(0, 5), "lost:");
  world.sway.start();
  EXPECT_EQ(world.bridge.next_event().kind, BridgeEvent::Kind::back);
  auto entry = world.show("zenity", {"--entry"});
  EXPECT_EQ(world.ask({typing("again\n")}), "ok");
  EXPECT_EQ(entry->output(), "again\n");
}

TEST(WaylandBridge, KeepsServingWhateverAPeerSends) {
  World world;
  RawPeer peer(world.bridge.socket());
  peer.send("nonsense\n{\"do\":\"fly\"}\n{\"do\":\"size\"}\n");
  EXPECT_EQ(peer.line().substr(0, 40), R"({"ok":false,"code":"failed","message":"r)");
  EXPECT_EQ(peer.line().substr(0, 40), R"({"ok":false,"code":"failed","message":"r)");
  EXPECT_EQ(peer.line(), R"({"ok":true,"width":1280,"height":800,"x":0,"y":0})");
  // It asks for pictures, and reads none.
  RawPeer greedy(world.bridge.socket());
  for (int i = 0; i < 20; ++i)
    greedy.send(R"({"do":"look","x":0,"y":0,"width":1280,"height":800})"
                "\n");
  RawPeer endless(world.bridge.socket());
  endless.send(std::string(kMaxBridgeRequest, ' '));
  EXPECT_EQ(endless.line(),
            R"({"ok":false,"code":"failed","message":"the request is longer than 1 MiB"})");
  EXPECT_EQ(endless.line(), "(closed)");
  EXPECT_EQ(world.ask({typing("x")}), "ok");
}

TEST(WaylandBridge, EndsWithASignalAndRemovesItsSocket) {
  World world;
  EXPECT_TRUE(std::filesystem::exists(world.bridge.socket()));
  world.connection.reset();
  ::kill(static_cast<pid_t>(world.bridge.program().pid()), SIGTERM);
  world.bridge.program().output();
  EXPECT_TRUE(world.bridge.program().has_ended());
  EXPECT_FALSE(std::filesystem::exists(world.bridge.socket()));
}

// The button cannot be released, so the bridge cannot end in peace.
TEST(WaylandBridge, EndsAlthoughTheCompositorHangs) {
  World world;
  ASSERT_EQ(world.ask({button("left", true)}), "ok");
  world.sway.signal(SIGSTOP);
  ::kill(static_cast<pid_t>(world.bridge.program().pid()), SIGTERM);
  world.bridge.program().output();
  EXPECT_TRUE(world.bridge.program().has_ended());
  EXPECT_FALSE(std::filesystem::exists(world.bridge.socket()));
  world.sway.signal(SIGCONT);
}

TEST(WaylandBridge, RefusesADisplayThatItCannotReach) {
  const auto folder = TemporaryFolder::make("sway");
  ASSERT_TRUE(folder.ok());
  WaylandBridge bridge(folder.value()->path() + "/wayland-7");
  const BridgeEvent event = bridge.next_event();
  EXPECT_EQ(event.kind, BridgeEvent::Kind::refused);
  EXPECT_EQ(event.text, "cannot connect to the Wayland display " + folder.value()->path() +
                            "/wayland-7: No such file or directory; check WAYLAND_DISPLAY in the "
                            "session");
  bridge.program().output();
  EXPECT_FALSE(std::filesystem::exists(bridge.socket()));
}
// As GNOME's.
TEST(WaylandBridge, NamesTheProtocolsThatACompositorLacks) {
  const struct {
    std::vector<std::string> offered;
    std::string refused;
  } cases[] = {
      {{"wl_seat", "wl_shm", "wl_output", "zwlr_screencopy_manager_v1"},
       "the compositor lacks zwlr_virtual_pointer_manager_v1, zwp_virtual_keyboard_manager_v1; "
       "GNOME and KDE offer a portal instead, in their own session: --screen own; a private "
       "display works, too: --screen private"},
      {{"wl_seat", "wl_shm", "zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1",
        "zwp_virtual_keyboard_manager_v1"},
       "the compositor has no output; switch a monitor on"},
  };
  for (const auto& [offered, refused] : cases) {
    const auto folder = TemporaryFolder::make("sway");
    ASSERT_TRUE(folder.ok());
    const std::string path = folder.value()->path() + "/wayland-1";
    const BareCompositor compositor(path, offered);
    WaylandBridge bridge(path);
    const BridgeEvent event = bridge.next_event();
    EXPECT_EQ(event.kind, BridgeEvent::Kind::refused);
    EXPECT_EQ(event.text, refused);
    bridge.program().output();
  }
}
}  // namespace franz::executor
