#include "common/desktop/display_choice.h"
#include <gtest/gtest.h>

namespace franz {
static SurfaceSettings surface(const std::string& kind, const std::string& display) {
  SurfaceSettings settings;
  settings.kind = kind;
  settings.display = display;
  return settings;
}

static std::string message_of(const Status& status) {
  return status.ok() ? "ok" : status.error().message;
}

TEST(DisplayChoice, ImpossibleChoicesAreReportedWithPossibleOnes) {
  const DisplayFacts proxy, alone{false, false, false, ":0"},
      wayland{false, true, true, ":0", "wayland-1", true},
      nameless{false, true, true, ":0", "", true}, windows{true, false, true, "Default"},
      own{false, false, true, ":0"}, bridges{false, false, true, "", "", true};
  const struct {
    std::string kind, display;
    DisplayFacts facts;
    std::string expected;  // part of the message
  } cases[] = {
      {"sandbox", "own", wayland, "ok"},
      {"sandbox", "private", windows, "ok"},
      {"desktop", "private", proxy, "ok"},
      {"desktop", "private", wayland, "ok"},
      {"desktop", ":5", proxy, "ok"},
      {"desktop", ":5", alone, "ok"},
      {"desktop", "private", alone, "[surface] display = private: private displays are started by"},
      {"desktop", "own", own, "ok"},
      {"desktop", "own", alone, "ok"},
      {"desktop", "own", proxy, "DISPLAY is not set; display = private"},
      {"desktop", "own", wayland, "ok"},
      {"desktop", "own", nameless,
       "this is a Wayland session, but WAYLAND_DISPLAY is not set, so it cannot be reached; "
       "display = private"},
      {"desktop", "wayland-1", bridges, "ok"},
      {"desktop", "vnc://box", bridges, "ok"},
      {"desktop", "vnc://box", alone,
       "the connection to the screen of a VNC server is made by the proxy; start `proxy`"},
      {"desktop", "vnc://box", windows, "from Linux only; on Windows, display = own"},
      {"desktop", "private", windows, "there are no private displays on Windows"},
      {"desktop", "own", windows, "ok"},
      {"desktop", ":5", windows,
       "displays with a name are those of X11; on Windows, display = own"},
  };
  for (const auto& [kind, display, facts, expected] : cases)
    EXPECT_NE(message_of(check_display(surface(kind, display), facts)).find(expected),
              std::string::npos)
        << kind << " " << display << ": "
        << message_of(check_display(surface(kind, display), facts));
}

TEST(DisplayChoice, APersonSitsAtEveryScreenThatWasNotMadeForTheRun) {
  const DisplayFacts facts{false, false, true, ":0"};
  const struct {
    std::string kind, display, private_display, name;
    bool person;
  } cases[] = {
      {"sandbox", "own", "", "", false},
      {"desktop", "own", "", ":0", true},
      {"desktop", ":5", "", ":5", true},
      {"desktop", ":5", ":4", ":5", true},
      // As the proxy names the one that it started.
      {"desktop", ":5", ":5", ":5", false},
      {"desktop", "vnc://box", "bridge:vnc:/tmp/s", "bridge:vnc:/tmp/s", true},
      {"desktop", "vnc://box", "", "vnc://box", true},
  };
  for (const auto& [kind, display, private_display, name, person] : cases) {
    const RunScreen screen = screen_of_run(surface(kind, display), facts, private_display);
    EXPECT_EQ(screen.display, name) << kind << " " << display;
    EXPECT_EQ(screen.person, person) << kind << " " << display;
  }
}

TEST(DisplayChoice, TheScreenDecidesWhatIsNoticedThere) {
  const DisplayFacts x11{false, false, true, ":0"},
      wayland{false, true, true, ":0", "wayland-1", true};
  const struct {
    std::string display, started;
    DisplayFacts facts;
    std::string_view name;
  } cases[] = {
      {"own", "", x11, "x11"},
      {":5", ":5", x11, "private"},
      {"own", "", wayland, "wayland"},
      {"own", "bridge:wayland:/tmp/s", wayland, "wayland"},
      {"wayland-2", "bridge:wayland:/tmp/s", x11, "wayland"},
      {"vnc://box", "bridge:vnc:/tmp/s", x11, "vnc"},
      {"vnc://box", "", wayland, "vnc"},
  };
  for (const auto& [display, started, facts, name] : cases) {
    const SurfaceSettings chosen = surface("desktop", display);
    EXPECT_EQ(screen_of_run(chosen, facts, started).facts().name, name) << display;
    if (started == ":5") continue;  // the settings do not say that it is private
    EXPECT_EQ(facts_of_screen(chosen, facts)->name, name) << display;
  }
  EXPECT_EQ(facts_of_screen(surface("desktop", "private"), wayland)->name, "private");
  EXPECT_EQ(facts_of_screen(surface("sandbox", "own"), wayland), nullptr);
  DisplayFacts portal = wayland;
  portal.portal = true;
  EXPECT_EQ(facts_of_screen(surface("desktop", "own"), portal)->name, "portal");
  EXPECT_EQ(facts_of_screen(surface("desktop", "wayland-2"), portal)->name, "wayland");
}

TEST(DisplayChoice, OnlyRealScreensHaveAPrivateDisplay) {
  EXPECT_FALSE(wants_private_display(surface("sandbox", "private")));
  EXPECT_TRUE(wants_private_display(surface("desktop", "private")));
  EXPECT_FALSE(wants_private_display(surface("desktop", ":5")));
}

static ResolvedSettings resolved(const std::vector<FlagValue>& flags) {
  SettingLayers layers;
  layers.flags = flags;
  return resolve_settings(layers, nullptr);
}

TEST(DisplayChoice, AProgramMeansADesktop) {
  const auto held = surface_for_program(resolved({}), "xterm");
  ASSERT_TRUE(held.ok());
  ASSERT_EQ(held.value().size(), 1U);
  const FlagValue& flag = held.value().front();
  EXPECT_EQ(flag.flag + " " + flag.section + " " + flag.key + " " + flag.value,
            "-- xterm surface kind desktop");
  EXPECT_TRUE(surface_for_program(resolved({{"F", "surface", "kind", "desktop"}}), "xterm")
                  .value()
                  .empty());
}

TEST(DisplayChoice, AProgramIsRefusedWhereASettingSaysOtherwise) {
  EXPECT_EQ(surface_for_program(resolved({{"config.ini:7", "surface", "kind", "sandbox"}}), "xterm")
                .error()
                .message,
            "-- xterm: programs are shown on a desktop, and [surface] kind is sandbox "
            "(config.ini:7); set it to desktop, or leave it out");
  EXPECT_EQ(surface_for_program(resolved({{"config.ini:8", "surface", "display", ":5"}}), "xterm")
                .error()
                .message,
            "-- xterm: programs are started on a private display, and [surface] display is :5 "
            "(config.ini:8); leave it out, or start the program there yourself");
}

static std::string held(const Result<std::vector<FlagValue>>& flags) {
  if (!flags.ok()) return flags.error().message;
  std::string text;
  for (const FlagValue& each : flags.value())
    text += each.flag + ": " + each.section + " " + each.key + " " + each.value;
  return text;
}

TEST(DisplayChoice, AWindowIsTheSurfaceWhereNoKindIsSet) {
  const FlagValue named{"--window", "surface", "window", "Calc"};
  const FlagValue own{"config.ini:9", "surface", "display", "own"};
  const auto kind = [](const char* value) {
    return FlagValue{"config.ini:7", "surface", "kind", value};
  };
  const struct {
    std::vector<FlagValue> flags;
    bool has_program;
    std::string expected;
  } cases[] = {
      {{}, false, ""},
      {{}, true, ""},
      {{kind("desktop")}, true, ""},
      {{named}, true, "--window: surface kind window"},
      {{named, own}, false, "--window: surface kind window"},
      {{named, own}, true, "--window: surface kind window"},
      {{named, kind("window")}, true, ""},
      {{named, kind("sandbox")},
       true,
       "--window Calc: [surface] kind is sandbox (config.ini:7); set it to window, or leave it "
       "out"},
      {{named, kind("desktop")},
       true,
       "--window Calc: [surface] kind is desktop (config.ini:7); set it to window, or leave it "
       "out"},
      {{kind("window")}, true, "[surface] kind is window, and no window is named: give --window"},
      {{named},
       false,
       "[surface] window (--window): on a private display there is no window but those of a "
       "program: name it behind --, or set [surface] display = own for one of your own screen"},
      {{{"--window", "surface", "window", "pid:x"}},
       true,
       "[surface] window (--window): behind pid: stands a whole number from 1"},
  };
  for (const auto& [flags, has_program, expected] : cases)
    EXPECT_EQ(held(surface_for_window(resolved(flags), has_program)), expected);
}

// A file's settings other than the kind may be old.
TEST(DisplayChoice, AWindowInAFileYieldsToAKind) {
  SettingLayers layers;
  layers.config = SettingsFile{"config.ini", "[surface]\nkind = sandbox\nwindow = Calc\n", ""};
  EXPECT_EQ(held(surface_for_window(resolve_settings(layers, nullptr), false)), "");
}

TEST(DisplayChoice, AProgramAndAWindowMeanTheWindowOnThePrivateDisplay) {
  const std::vector<FlagValue> flags = {{"--window", "surface", "window", "Calc"},
                                        {"--window", "surface", "kind", "window"}};
  EXPECT_EQ(held(surface_for_program(resolved(flags), "xcalc")), "");
}

TEST(DisplayChoice, WhatAScreenCannotKeepIsRefusedByName) {
  const DisplayFacts x11{false, false, true, ":0"},
      wayland{false, true, true, ":0", "wayland-1", true};
  DisplayFacts portal = wayland;
  portal.portal = true;
  const auto set = [](const char* section, const char* key, const char* value) {
    return FlagValue{"config.ini:7", section, key, value};
  };
  const FlagValue window = set("surface", "window", "Calc"),
                  windows = set("surface", "only_windows", R"(["Calc"])"),
                  takeover = set("safety", "takeover", "on"),
                  no_takeover = set("safety", "takeover", "off"),
                  panic = set("safety", "panic_key", "ctrl+f12"),
                  no_panic = set("safety", "panic_key", "");
  const std::string on_vnc = " (config.ini:7): on the screen of a VNC server ",
                    on_wayland = " (config.ini:7): on a Wayland session ";
  const struct {
    const char* display;
    DisplayFacts facts;
    std::vector<FlagValue> flags;
    const char* kind;
    std::string expected;
  } cases[] = {
      {"vnc://box", x11, {}, "desktop", "ok"},
      {"vnc://box", x11, {no_takeover, no_panic}, "desktop", "ok"},
      {"vnc://box",
       x11,
       {window},
       "window",
       "[surface] window = Calc" + on_vnc +
           "FRANZ does not see where windows are, so a run cannot be limited to one; leave it out"},
      {"vnc://box",
       x11,
       {windows},
       "desktop",
       "[surface] only_windows = [\"Calc\"]" + on_vnc +
           "FRANZ does not see where windows are, so input cannot be limited to some; leave it "
           "out"},
      {"own",
       wayland,
       {takeover},
       "desktop",
       "[safety] takeover = on" + on_wayland +
           "FRANZ does not notice a person who uses mouse or keyboard; set it to off, or leave it "
           "out"},
      {"own", wayland, {panic}, "desktop", "ok"},  // its bridge knows
      {"own", portal, {panic}, "desktop", "ok"},
      {"vnc://box",
       x11,
       {panic},
       "desktop",
       "[safety] panic_key = ctrl+f12" + on_vnc +
           "no key of a person can be seen; leave it out, and stop with Ctrl-C or the page's red "
           "button"},
      {"own", x11, {window, windows, takeover, panic}, "window", "ok"},
      {"private", wayland, {window, windows, takeover, panic}, "window", "ok"},
      {"vnc://box", x11, {window, windows, takeover, panic}, "sandbox", "ok"},
  };
  for (const auto& [display, facts, flags, kind, expected] : cases) {
    ResolvedSettings resolved = franz::resolved(flags);
    resolved.settings.surface.display = display;
    resolved.settings.surface.kind = kind;
    EXPECT_EQ(message_of(check_kept_settings(resolved, facts)), expected);
  }
}

TEST(DisplayChoice, ToolsThatCannotWorkAreOff) {
  const ResolvedSettings all =
      resolved({{"F", "tools", "launch", "on"}, {"F", "tools", "focus_window", "on"}});
  const auto off = [](std::string_view display, const ResolvedSettings& settings) {
    std::string names;
    for (const ToolOff& each : tools_off(screen_facts(display), settings))
      names += each.flag.section + " " + each.flag.key + " " + each.flag.value + "; ";
    return names;
  };
  EXPECT_EQ(off(":0", all), "");
  EXPECT_EQ(off("bridge:wayland:/tmp/s", all), "");
  EXPECT_EQ(off("bridge:vnc:/tmp/s", all), "tools launch off; tools focus_window off; ");
  // An edit during the run does not switch them on.
  EXPECT_EQ(off("bridge:vnc:/tmp/s", resolved({})), "tools launch off; tools focus_window off; ");
  EXPECT_EQ(tools_off(screen_facts("vnc://box"), resolved({})).front().why, "");
  EXPECT_EQ(tools_off(screen_facts("vnc://box"), all).front().why,
            "the tool launch is off: on the screen of a VNC server no program of this machine can "
            "be started");
}

TEST(DisplayChoice, AResumedRunKeepsItsScreenUnlessAFlagNamesAnotherOne) {
  const DisplayFacts x11{false, false, true, ":0", "", true},
      wayland{false, true, true, ":0", "wayland-1", true};
  const std::string a = "vnc://a:5900", advice = "give --screen vnc://a:5900, or another screen";
  const struct {
    std::string display;
    Layer layer;
    DisplayFacts facts;
    std::string before, expected;  // part of the message
  } cases[] = {
      {"vnc://a", Layer::config, x11, a, "kept"},
      {"vnc://a:5900", Layer::environment, x11, a, "kept"},
      {"vnc://b", Layer::flag, x11, a, "changed"},
      {"private", Layer::flag, x11, a, "changed"},
      {"own", Layer::flag, x11, a, "changed"},
      {"vnc://b", Layer::environment, x11, a,
       "runs/1 is a run on vnc://a:5900, and [surface] display = vnc://b (there) is another one: " +
           advice},
      {"own", Layer::config, x11, a, advice},
      {"own", Layer::config, wayland, a, advice},
      {"vnc://a:5901", Layer::scenario, x11, a, advice},
      {"private", Layer::defaults, x11, a, "runs/1 is a run on vnc://a:5900, which no setting"},
      {"own", Layer::config, wayland, "wayland-1", "kept"},
      {"own", Layer::config, wayland, "wayland-2", "give --screen wayland-2, or"},
      {"own", Layer::config, x11, "", "kept"},
      {":5", Layer::config, x11, "", "kept"},
      {"vnc://b", Layer::config, x11, "", "is a run on a screen of this machine, and"},
      // A stranger's text is not shown.
      {"own", Layer::config, x11, "vnc://a; rm -rf ~", "whose name in its log is invalid, and"},
      {"own", Layer::config, x11, "wayland-1 $(id)", "give --screen with its screen, or"},
      {"own", Layer::config, x11, "--set x=y", "give --screen with its screen, or"},
  };
  for (const auto& [display, layer, facts, before, expected] : cases) {
    ResolvedSettings resolved = franz::resolved({});
    resolved.settings.surface = surface("desktop", display);
    for (SettingInForce& each : resolved.keys)
      if (each.section == "surface" && each.key == "display")
        each = {each.section, each.key, display, layer, "there"};
    const Result<bool> kept = keeps_screen(resolved, facts, "runs/1", before);
    const std::string said = !kept.ok() ? kept.error().message : kept.value() ? "kept" : "changed";
    EXPECT_NE(said.find(expected), std::string::npos) << display << " " << before << ": " << said;
  }
  ResolvedSettings sandbox = franz::resolved({});
  sandbox.settings.surface = surface("sandbox", "own");
  EXPECT_TRUE(keeps_screen(sandbox, x11, "runs/1", "").value());
}
}  // namespace franz
