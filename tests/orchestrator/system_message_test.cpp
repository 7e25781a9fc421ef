#include "orchestrator/system_message.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
Settings sample() {
  Settings settings;
  settings.agent.objective = "draw a house";
  settings.surface.picture = {{640, 360}};
  for (auto& [name, on] : settings.tools) on = name == "type" || name == "drag";
  return settings;
}
}  // namespace

TEST(SystemMessage, PutsInWhatThePromptLeavesToTheSettings) {
  const std::string tools =
      "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
      "  type(text) -- type text at last click position";
  const struct {
    std::string prompt, message;
  } rows[] = {
      {"", ""},
      {"Draw.", "Draw."},
      {"Please {objective}.", "Please draw a house."},
      {"{objective}{objective}", "draw a housedraw a house"},
      {"{width}x{height}", "640x360"},
      {"You see {surface}.",
       "You see a black canvas. Your actions draw on it in white; the ink stays, and nothing "
       "erases "
       "it."},
      {"Tools:\n{tools}\nNow.", "Tools:\n" + tools + "\nNow."},
      {"{\"a\": {}}", "{\"a\": {}}"},
      {"{Objective} { objective } {story}", "{Objective} { objective } {story}"},
      {"{{objective}}", "{draw a house}"},
      {"{ {objective", "{ {objective"},
  };
  for (const auto& [prompt, message] : rows) EXPECT_EQ(system_message(prompt, sample()), message);
}

TEST(SystemMessage, TakesTheObjectiveAsItIs) {
  Settings settings = sample();
  settings.agent.objective = "write {width} and {objective} \\1 $&";
  EXPECT_EQ(system_message("<{objective}>", settings), "<write {width} and {objective} \\1 $&>");
  settings.agent.objective = "";
  EXPECT_EQ(system_message("<{objective}>", settings), "<>");
}

TEST(SystemMessage, NamesTheToolsOfAScreenAsTheyWorkThere) {
  Settings settings = sample();
  settings.surface.kind = "desktop";
  EXPECT_NE(system_message("{tools}", settings).find("hold the left button from (x1,y1)"),
            std::string::npos);
  settings.tools.clear();
  EXPECT_EQ(system_message("<{tools}>", settings), "<>");
}

TEST(SystemMessage, TakesLinearTime) {
  const std::string braces(1UL << 20U, '{');
  EXPECT_EQ(system_message(braces, sample()), braces);
}
}  // namespace franz::orchestrator
