// The shipped profiles of trained formats: dialect, memory and prompt have the profile's name, and
// the picture fits the grid of its models, so that no server resizes it.
#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include "common/settings/settings.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string file_text(const std::string& path) {
  std::ifstream file(std::string(kSourceDir) + "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Row {
  const char* profile;
  const char* coordinates;
  int grid;  // pixels
  int keep_pictures;
  double temperature;
};
constexpr Row kRows[] = {
    {"qwen", "0-999", 32, 5, 0},          {"uitars", "pixels 28", 28, 5, 0},
    {"pyautogui", "pixels 28", 28, 3, 0}, {"glm", "0-999", 28, 5, 0},
    {"holo", "0-1000", 32, 3, 0.8},       {"uimate", "0-999", 32, 5, 1},
};
constexpr int kMinTokens = 1024;  // below it these models find nothing (llama.cpp's clip.cpp)
}  // namespace

TEST(TrainedProfile, IsSoundInTheSandboxAndOnADesktop) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.profile);
    const std::string name = row.profile;
    SettingLayers layers;
    layers.profile = SettingsFile{name + ".ini", file_text("config/profiles/" + name + ".ini"), ""};
    const ResolvedSettings sandbox = resolve_settings(layers, nullptr);
    EXPECT_EQ(sandbox.notices.size(), 0U);
    const Settings& settings = sandbox.settings;
    EXPECT_EQ(settings.agent.dialect, name);
    EXPECT_EQ(settings.agent.memory, name);
    EXPECT_EQ(settings.agent.coordinates, row.coordinates);
    EXPECT_EQ(settings.agent.keep_pictures, row.keep_pictures);
    EXPECT_EQ(settings.model.temperature, row.temperature);
    EXPECT_NE(settings.agent.objective, "");
    const Size picture = settings.surface.picture.size;
    EXPECT_EQ(picture.width % row.grid, 0);
    EXPECT_EQ(picture.height % row.grid, 0);
    EXPECT_GE(picture.width / row.grid * (picture.height / row.grid), kMinTokens);
    EXPECT_NE(file_text("config/prompts/" + name + ".txt").find("{surface}"), std::string::npos);

    const std::string added = file_text("config/profiles/" + name + ".desktop.ini");
    layers.surface_profile = SettingsFile{name + ".desktop.ini", added, ""};
    const ResolvedSettings desktop = resolve_settings(layers, nullptr);
    EXPECT_EQ(desktop.notices.size(), 0U);
    EXPECT_EQ(desktop.settings.agent.objective, "");
    EXPECT_EQ(desktop.settings.surface.canvas, picture);
  }
}
}  // namespace franz
