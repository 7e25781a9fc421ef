// The panic key by the desktop's global shortcuts, with a portal of the test.
#include <gtest/gtest.h>
#include <cstdlib>
#include "executor/portal/panic_shortcut.h"
#include "tests/executor/portal/portal_world.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using Kind = BridgeEvent::Kind;

constexpr const char* kPanicKey = "ctrl+alt+pause";
constexpr const char* kAskedShortcut =
    "CreateSession franz_panic_key\n"
    "BindShortcuts [('panic', {'description': <'Stop the agent (FRANZ)'>, 'preferred_trigger': "
    "<'CTRL+ALT+Pause'>})]\n";
const std::string kSessionOfShortcut =
    "objectpath '/org/freedesktop/portal/desktop/session/test/franz_panic_key'";

// Results that bind `id` to these keys.
std::string bound(const std::string& keys, const std::string& id = "panic") {
  return "{'shortcuts': <[('" + id + "', {'description': <'Stop'>, 'trigger_description': <'" +
         keys + "'>})]>}";
}

std::string activated(const std::string& session, const std::string& id) {
  return "(" + session + ", '" + id + "', uint64 7, @a{sv} {})";
}
// What becomes of the panic key, without a bridge.
std::string outcome(PortalWorld& world, const MockShortcuts& shortcuts,
                    int answer_may_take_ms = -1) {
  world.start_portal(1, {{}}, shortcuts);
  const Result<std::unique_ptr<PortalBus>> bus = PortalBus::connect();
  if (!bus.ok()) return bus.error().message;
  const auto key = PanicShortcut::bind(
      *bus.value(), kPanicKey, [](const std::string&) {}, [] {}, answer_may_take_ms);
  return key.ok() ? "bound as " + key.value()->trigger() : key.error().message;
}
}  // namespace

TEST(PanicShortcut, StopsAllInputAndIsReleasedAtTheEnd) {
  PortalWorld world;
  const BridgeEvent ready =
      world.start({.version = 1, .results = bound("Ctrl+Alt+Pause")}, kPanicKey);
  ASSERT_EQ(ready.kind, Kind::ready) << ready.text << world.bridge().errors();
  EXPECT_EQ(ready.panic_key, "Ctrl+Alt+Pause");
  EXPECT_EQ(ready.no_panic_key, "");
  EXPECT_NE(world.portal().calls().find(kAskedShortcut), std::string::npos)
      << world.portal().calls();
  // Only the last of these is a press of the key; signals arrive in their order.
  const std::string pressed = activated(kSessionOfShortcut, "panic");
  world.portal().tell_shortcut("Deactivated", pressed);
  world.portal().tell_shortcut("Activated", activated(kSessionOfShortcut, "other"));
  world.portal().tell_shortcut("Activated", activated("objectpath '/other'", "panic"));
  world.portal().tell_shortcut("Activated", "('panic',)");
  world.portal().tell_shortcut("Activated", pressed);
  const BridgeEvent panic = world.next_event();
  EXPECT_EQ(panic.kind, Kind::panic);
  EXPECT_EQ(panic.text, "the key");
  // The screen stays: the run goes on when the person resumes it.
  EXPECT_EQ(ask_all(*world.connect(), {R"({"do":"move","x":1,"y":1})"}), "ok");
  EXPECT_EQ(world.portal().calls().find("Close"), std::string::npos) << world.portal().calls();
  const std::string reported = world.bridge().printed();
  const std::string event = R"("event":"panic")";
  EXPECT_EQ(reported.find(event), reported.rfind(event)) << reported;
  world.portal().tell_shortcut("Activated", pressed);
  EXPECT_EQ(world.next_event().kind, Kind::panic);
  world.end_bridge();
  EXPECT_TRUE(wait_until([&] {
    return world.portal().calls().ends_with("Close franz_panic_key\n");
  })) << world.portal().calls();
}

TEST(PanicShortcut, IsNamedAsTheDesktopBoundIt) {
  PortalWorld world;
  const std::string many(300, 'k');
  const struct {
    std::string keys, expected;
  } rows[] = {
      {"Press <Control><Alt>Pause", "bound as Press <Control><Alt>Pause"},
      {"Meta+F9", "bound as Meta+F9"},
      {"Meta+F9\\n\\u202eF10", "bound as Meta+F9  F10"},
      {many, "bound as " + many.substr(0, 97) + "…"},
      // The person can choose some later.
      {"", "bound as "},
  };
  for (const auto& [keys, expected] : rows)
    EXPECT_EQ(outcome(world, {.version = 2, .results = bound(keys)}), expected);
  EXPECT_EQ(
      outcome(world, {.version = 1,
                      .results = "{'shortcuts': <[('panic', {'trigger_description': <7>})]>}"}),
      "bound as ");
}

TEST(PanicShortcut, SaysWhyThereIsNone) {
  PortalWorld world;
  const std::string not_bound = "the desktop bound no keys to its shortcut";
  const struct {
    MockShortcuts shortcuts;
    std::string expected;
  } rows[] = {
      {{}, "the desktop does not offer org.freedesktop.portal.GlobalShortcuts"},
      {{.version = 2, .no_session = "An app id is required"},
       "the desktop's portal: CreateSession: An app id is required"},
      {{.version = 1, .code = 1, .results = bound("Ctrl+Alt+Pause")},
       "you refused its shortcut in the desktop's dialog"},
      {{.version = 1, .code = 2},
       "the desktop refused its shortcut; some desktops bind keys only for programs that are "
       "installed as applications"},
      {{.version = 1, .session_path = "no path", .results = bound("Ctrl+Alt+Pause")},
       "the desktop's portal created no session; is its screen locked?"},
      {{.version = 1, .results = bound("Ctrl+Alt+Pause", "other")}, not_bound},
      {{.version = 1, .results = "{'shortcuts': <@a(sa{sv}) []>}"}, not_bound},
      {{.version = 1, .results = "{'shortcuts': <'panic'>}"}, not_bound},
      {{.version = 1}, not_bound},
  };
  for (const auto& [shortcuts, expected] : rows) EXPECT_EQ(outcome(world, shortcuts), expected);
}

// Its portal would only open the desktop's settings.
TEST(PanicShortcut, IsNotAskedForInPlasma5) {
  PortalWorld world;
  ::setenv("KDE_SESSION_VERSION", "5", 1);
  EXPECT_EQ(outcome(world, {.version = 1, .results = bound("Ctrl+Alt+Pause")}),
            "the portal of Plasma 5 binds no shortcuts; that of Plasma 6.1 does");
  EXPECT_EQ(world.portal().calls(), "");
  ::setenv("KDE_SESSION_VERSION", "6", 1);
  EXPECT_EQ(outcome(world, {.version = 1, .results = bound("Ctrl+Alt+Pause")}),
            "bound as Ctrl+Alt+Pause");
}

TEST(PanicShortcut, ARunBeginsWithoutIt) {
  PortalWorld world;
  BridgeEvent ready = world.start(MockShortcuts{}, kPanicKey);
  EXPECT_EQ(ready.kind, Kind::ready) << ready.text;
  EXPECT_EQ(ready.panic_key, "");
  EXPECT_EQ(ready.no_panic_key,
            "the desktop does not offer org.freedesktop.portal.GlobalShortcuts");
  ready = world.start({.version = 1, .results = bound("")}, kPanicKey);
  EXPECT_EQ(ready.kind, Kind::ready) << ready.text;
  EXPECT_EQ(ready.panic_key, "");
  EXPECT_EQ(ready.no_panic_key,
            "the desktop names no keys for its shortcut \"Stop the agent (FRANZ)\"; choose some in "
            "the desktop's settings");
  world.portal().tell_shortcut("Activated", activated(kSessionOfShortcut, "panic"));
  EXPECT_EQ(world.next_event().kind, Kind::panic);
}

TEST(PanicShortcut, IsNotAskedForWithoutAPanicKey) {
  PortalWorld world;
  const BridgeEvent ready = world.start({.version = 1, .results = bound("Ctrl+Alt+Pause")}, "");
  EXPECT_EQ(ready.kind, Kind::ready) << ready.text;
  EXPECT_EQ(ready.panic_key + ready.no_panic_key, "");
  EXPECT_EQ(world.portal().calls().find("BindShortcuts"), std::string::npos)
      << world.portal().calls();
}

TEST(PanicShortcut, IsAmongWhatTheDesktopOffers) {
  PortalWorld world;
  const auto offers = [&](const MockShortcuts& shortcuts) {
    world.start_portal(1, {{}}, shortcuts);
    WatchedProgram program({std::string(kBinDir) + "/portal_bridge", {"--offers"}, {}, ""});
    return program.output();
  };
  const std::string shares =
      "the desktop's portal shares its screen after your consent, for each run";
  EXPECT_EQ(offers({.version = 1}), shares + ", and has shortcuts for the panic key\n");
  EXPECT_EQ(offers({}), shares + ", and has no shortcuts: there is no panic key\n");
}

// altgr has no name there.
TEST(PanicShortcut, LetsThePersonChooseKeysThatHaveNoName) {
  PortalWorld world;
  EXPECT_EQ(world.start({.version = 1, .results = bound("Meta+F9")}, "altgr+f12").panic_key,
            "Meta+F9");
  EXPECT_NE(world.portal().calls().find(
                "BindShortcuts [('panic', {'description': <'Stop the agent (FRANZ)'>})]\n"),
            std::string::npos)
      << world.portal().calls();
}

TEST(PanicShortcut, AsksThePersonAndNotForEver) {
  PortalWorld world;
  const BridgeEvent asking = world.start({.version = 1, .code = 3}, kPanicKey);
  EXPECT_EQ(asking.kind, Kind::asking);
  EXPECT_TRUE(asking.text.starts_with("the desktop asks you about the panic key")) << asking.text;
  world.end_bridge();
  EXPECT_EQ(outcome(world, {.version = 1, .code = 3}, 100),
            "the desktop did not answer in time about its shortcut");
  // The dialog goes, too: franz2 is the request.
  EXPECT_TRUE(world.portal().calls().ends_with("Close franz2\nClose franz_panic_key\n"))
      << world.portal().calls();
}
}  // namespace franz::executor
