#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>
#include "common/formats/formats.h"

namespace franz {
namespace {
std::string kind_of(std::string_view name) {
  const ModelKind* const kind = find_model_kind(name);
  if (kind == nullptr) return "nobody";
  return std::string(kind->profile) + " " + std::string(kind->resize);
}

TEST(ModelKinds, AreFoundByTheNamesThatServersList) {
  const struct {
    const char *name, *kind;
  } rows[] = {
      {"qwen3-vl-2b-instruct-1m", "qwen qwen3-vl"},
      {"Qwen3-VL-8B-Instruct-Q4_K_M.gguf", "qwen qwen3-vl"},
      {"qwen/qwen3-vl-8b", "qwen qwen3-vl"},
      {"hf.co/unsloth/Qwen3-VL-8B-Instruct-GGUF:Q4_K_M", "qwen qwen3-vl"},
      {"qwen3-vl:235b-cloud", "qwen qwen3-vl"},
      {"qwen2.5vl:7b", "qwen qwen2.5-vl"},
      {"Qwen/Qwen2.5-VL-72B-Instruct-AWQ", "qwen qwen2.5-vl"},
      {"qwen-vl-max", "qwen qwen3-vl"},
      {"Qwen3.5-9B-UD-Q4_K_XL.gguf", "qwen qwen3-vl"},
      {"qwen3.6-35b-a3b", "qwen qwen3-vl"},
      {"bartowski/Qwen_Qwen3.5-27B-GGUF", "qwen qwen3-vl"},
      {"mPLUG/GUI-Owl-7B", "qwen gui-owl"},
      {"gui_owl_1.5_8b", "qwen qwen3-vl"},
      {"meituan/EvoCUA-S2-32B", "qwen evocua-s2"},
      {"EvoCUA-8B-20260105", "qwen evocua-s2"},
      {"evocua-s1-8b", "pyautogui evocua-s2"},
      {"microsoft_Fara-7B-Q8_0.gguf", "qwen qwen2.5-vl"},
      {"microsoft/Fara-1.5-9B", "qwen qwen3-vl"},
      {"ByteDance-Seed/UI-TARS-1.5-7B", "uitars ui-tars"},
      {"/models/UI-TARS-1.5-7B/ggml-model-q4_k.gguf", "uitars ui-tars"},
      {"D:\\models\\ui-tars-2b\\model.gguf", "uitars ui-tars"},
      {"doubao-1-5-ui-tars-250428", "uitars ui-tars"},
      {"doubao-1.5-thinking-vision-pro", "uitars "},
      {"Mininglamp-2718/Mano-7B", "uitars "},
      {"Hcompany/Holo1.5-7B", "holo qwen2.5-vl"},
      {"Holo3.1-35B-A3B-Q4_K_M.gguf", "holo qwen3-vl"},
      {"xlangai/OpenCUA-Qwen2-7B", "pyautogui qwen2.5-vl"},
      {"opencua-72b", "pyautogui qwen2.5-vl"},
      {"moonshotai/Kimi-K2.5", "pyautogui "},
      {"OpenGVLab/ScaleCUA-Qwen2_5-VL-7B", "pyautogui scalecua"},
      {"zai-org/GLM-4.5V-FP8", "glm "},
      {"glm-4.6v-flash", "glm "},
      {"computer-use-preview-2025-03-11", "openai "},
      {"gpt-5.4", "openai "},
      {"openai/gpt-5.5-mini", "openai "},
      {"gpt-6", "openai "},
      {"moonshotai/Kimi-K3", "toolcall "},
      {"Qwen3.7-27B", "qwen qwen3-vl"},
      {"qwen3.8:35b", "qwen qwen3-vl"},
      {"tencent/UI-Mate-9B", "uimate evocua-s2"},
      {"UI_Mate", "uimate evocua-s2"},
      {"hologram-7b", "nobody"},
      {"llava-holosphere", "nobody"},
      {"holo-3", "holo qwen3-vl"},
      {"gpt-5.3", "nobody"},
      {"gpt-4.1", "nobody"},
      {"gpt-oss-20b", "nobody"},
      {"qwen3-32b", "nobody"},
      {"Qwen3-Coder-30B", "nobody"},
      {"glm-4.6", "nobody"},
      {"internvl3-8b", "nobody"},
      {"romano-7b", "nobody"},
      {"qwen/internvl3-8b", "nobody"},
      {"safaraday-7b", "nobody"},
      {"demo", "nobody"},
      {"", "nobody"},
      {"///", "nobody"},
      {"\xFF\xFE", "nobody"},
  };
  for (const auto& row : rows) EXPECT_EQ(kind_of(row.name), row.kind) << row.name;
}

// The profile of a family fits its newest member; the others were trained with another scale.
TEST(ModelKinds, ListTheNeedsOfAModelThatItsProfileDoesNotFit) {
  const std::string pixels = "coordinates = pixels 28, picture = 1540x868";
  const std::string with_size = pixels + ", and in the prompt the resolution {width}x{height}";
  const std::string seed = "coordinates = 0-1000, and a prompt with the functions that it knows";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"qwen3-vl-8b", ""},
      {"qwen2.5vl:7b", with_size},
      {"Qwen/Qwen2.5-VL-72B-Instruct-AWQ", with_size},
      {"mPLUG/GUI-Owl-7B", with_size},
      {"gui_owl_1.5_8b", ""},
      {"microsoft_Fara-7B-Q8_0.gguf", with_size},
      {"microsoft/Fara-1.5-9B", ""},
      {"ByteDance-Seed/UI-TARS-1.5-7B", ""},
      {"ui-tars-7b-dpo", "coordinates = 0-1000"},
      {"UI-TARS-2B-SFT", "coordinates = 0-1000"},
      {"ui-tars-2", seed},
      {"doubao-1.5-thinking-vision-pro", seed},
      {"Hcompany/Holo1.5-7B", pixels},
      {"Holo2-8B", ""},
      {"opencua-72b", ""},
      {"xlangai/OpenCUA-Qwen2-7B", "coordinates = 0-1"},
      {"moonshotai/Kimi-K2.5", "coordinates = 0-1, temperature = 1, top_p = 0.95"},
      {"computer-use-preview-2025-03-11", "dialect = openai_preview"},
      {"gpt-5.4", ""},
  };
  for (const auto& [name, needs] : rows) {
    const ModelKind* const kind = find_model_kind(name);
    ASSERT_NE(kind, nullptr) << name;
    EXPECT_EQ(kind->needs, needs) << name;
  }
}

TEST(ModelKinds, AreFoundInNamesOfAnyLength) {
  std::string long_name;
  for (int i = 0; i < 300'000; ++i) long_name += "qwen/";
  EXPECT_EQ(kind_of(long_name), "nobody");
  EXPECT_EQ(kind_of(long_name + "ui-tars-7b"), "uitars ui-tars");
}

TEST(ModelKinds, NameExistingRules) {
  for (const Format* const format : all_formats()) {
    for (const ModelKind& kind : format->models) {
      EXPECT_TRUE(kind.resize.empty() || find_resize_rule(kind.resize) != nullptr) << kind.pattern;
      EXPECT_EQ(
          std::string(kind.pattern).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789*"),
          std::string::npos);
    }
  }
  EXPECT_EQ(resize_rule_of("qwen3-vl-8b")->factor, 32);
  EXPECT_EQ(resize_rule_of("UI-TARS-1.5-7B")->factor, 28);
  EXPECT_EQ(resize_rule_of("something")->name, "qwen3-vl");
  EXPECT_EQ(resize_rule_of("gpt-5.4"), nullptr);
}
}  // namespace
}  // namespace franz
