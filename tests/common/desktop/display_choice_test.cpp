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
  const DisplayFacts proxy, alone{false, false, false, ":0"}, wayland{false, true, true, ":0"},
      windows{true, false, true, "Default"}, own{false, false, true, ":0"};
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
      {"desktop", "own", wayland,
       "your own Wayland screen is not supported yet; display = private"},
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
  };
  for (const auto& [kind, display, private_display, name, person] : cases) {
    const RunScreen screen = screen_of_run(surface(kind, display), facts, private_display);
    EXPECT_EQ(screen.display, name) << kind << " " << display;
    EXPECT_EQ(screen.person, person) << kind << " " << display;
  }
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
}  // namespace franz
