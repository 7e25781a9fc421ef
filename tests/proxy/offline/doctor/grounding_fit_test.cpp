#include "proxy/offline/doctor/grounding_fit.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include "proxy/offline/doctor/grounding_card.h"

namespace franz::proxy {
namespace {
using Kind = GroundingVerdict::Kind;

// A model that writes places for a picture of that size, whose pixels it numbers 0 to `extent`.
struct Model {
  std::string space;          // a name in all_grounding_spaces(), or "guess", "middle", "1092x612"
  double noise = 0;           // pixels, the standard deviation per axis
  int wrong = 0, silent = 0;  // one in this many answers has a wrong place, or none
  unsigned seed = 1;
};

double extent_of(const GroundingSpace& space, Size sent, bool x) {
  if (space.coordinates == "0-1000") return 1000;
  if (space.coordinates == "0-999") return 999;
  if (space.coordinates == "0-1") return 1;
  const Size frame = space.rule != nullptr ? smart_resize(sent, *space.rule).value() : sent;
  return (x ? frame.width : frame.height) - 1;
}

std::vector<GroundingAnswer> answers_of(const Model& model) {
  std::mt19937 random(model.seed);
  std::normal_distribution<double> off(0, 1);
  std::vector<GroundingAnswer> answers;
  int number = 0, count = 0;
  for (const GroundingCard& card : grounding_cards()) {
    ++number;
    for (const CardTarget& target : card.targets) {
      ++count;
      GroundingAnswer answer{number, card.size, target.middle, {}};
      const Size& size = card.size;
      const auto anywhere = [&](int side) {
        return std::uniform_real_distribution<double>(0, side - 1)(random);
      };
      MapPoint at{target.middle.x + model.noise * off(random),
                  target.middle.y + model.noise * off(random)};
      const MapPoint other{anywhere(size.width), anywhere(size.height)};
      if (model.space == "guess" || (model.wrong > 0 && count % model.wrong == 0)) at = other;
      double width = 1000, height = 1000;
      if (model.space == "1092x612") {
        width = 1091;
        height = 611;
      }
      if (model.space == "middle") at = {size.width / 2.0, size.height / 2.0};
      for (const GroundingSpace& space : all_grounding_spaces()) {
        if (space.name != model.space) continue;
        width = extent_of(space, size, true);
        height = extent_of(space, size, false);
      }
      const double step = width <= 1 ? 1e-4 : 1;
      answer.said = MapPoint{std::round(at.x / (size.width - 1) * width / step) * step,
                             std::round(at.y / (size.height - 1) * height / step) * step};
      if (model.silent > 0 && count % model.silent == 0) answer.said.reset();
      answers.push_back(answer);
    }
  }
  return answers;
}

bool names(const GroundingVerdict& verdict, const std::string& space) {
  return std::ranges::any_of(verdict.spaces,
                             [&](const GroundingSpace* each) { return each->name == space; });
}

TEST(GroundingCards, HaveTargetsFarFromEachOther) {
  const std::vector<GroundingCard> cards = grounding_cards();
  ASSERT_EQ(cards.size(), 3U);
  for (const GroundingCard& card : cards) {
    ASSERT_EQ(card.targets.size(), 6U);
    EXPECT_EQ(draw_card(card).size(), static_cast<std::size_t>(card.size.width) *
                                          static_cast<std::size_t>(card.size.height) * 3);
    for (const CardTarget& a : card.targets) {
      for (const CardTarget& b : card.targets) {
        if (a.middle == b.middle) continue;
        EXPECT_GT(std::hypot(a.middle.x - b.middle.x, a.middle.y - b.middle.y),
                  card.size.width / 20.0);
      }
    }
  }
}

// Each convention is found at any noise level. Others are listed only if they differ by less than
// the noise.
TEST(GroundingFit, FindsEveryConvention) {
  for (const GroundingSpace& space : all_grounding_spaces()) {
    for (const double noise : {0.0, 1.0, 4.0, 12.0}) {
      for (const int wrong : {0, 6}) {
        for (unsigned seed = 1; seed <= 20; ++seed) {
          const auto verdict = judge_grounding(answers_of({space.name, noise, wrong, 0, seed}));
          SCOPED_TRACE(space.name + " " + std::to_string(noise) + " " + std::to_string(wrong) +
                       " " + std::to_string(seed));
          ASSERT_EQ(verdict.kind, Kind::found) << grounding_text(verdict, {}, "");
          ASSERT_TRUE(names(verdict, space.name)) << grounding_text(verdict, {}, "");
          // Conventions of another kind differ by percents.
          if (noise > 1) continue;
          for (const GroundingSpace* other : verdict.spaces) {
            const bool thousandths = space.name.starts_with("0-") && space.name != "0-1";
            if (thousandths) {
              EXPECT_TRUE(other->name == "0-1000" || other->name == "0-999");
            } else {
              EXPECT_EQ(other->coordinates, space.coordinates);
            }
          }
        }
      }
    }
  }
}

TEST(GroundingFit, DistinguishesFamiliesWithDifferentLimits) {
  const auto likely = [](const std::string& space) {
    std::string list;
    for (const GroundingSpace* each : judge_grounding(answers_of({space})).spaces)
      list +=
          (list.empty() ? "" : ", ") + (each->rule ? std::string(each->rule->name) : each->name);
    return list;
  };
  EXPECT_EQ(likely("0-1"), "0-1");
  EXPECT_EQ(likely("pixels as sent"), "pixels as sent");
  EXPECT_EQ(likely("pixels after the resize of qwen2.5-vl"), "qwen2.5-vl, ui-tars");
  EXPECT_EQ(likely("pixels after the resize of qwen3-vl"), "qwen3-vl, evocua-s2");
  EXPECT_EQ(likely("pixels after the resize of scalecua"), "scalecua");
  EXPECT_EQ(likely("pixels after the resize of gui-owl"), "gui-owl");
}

TEST(GroundingFit, DetectsGuesses) {
  for (unsigned seed = 1; seed <= 200; ++seed)
    ASSERT_EQ(judge_grounding(answers_of({"guess", 0, 0, 0, seed})).kind, Kind::guesses) << seed;
  EXPECT_EQ(judge_grounding(answers_of({"middle"})).kind, Kind::guesses);
  const std::string text = grounding_text(judge_grounding(answers_of({"middle"})), {}, "");
  EXPECT_NE(text.find("the model guesses"), std::string::npos) << text;
}

// In Gemini's order. A box of four numbers is replaced by its middle (read_place()).
TEST(GroundingFit, DetectsYBeforeX) {
  for (const GroundingSpace& space : all_grounding_spaces()) {
    for (const double noise : {0.0, 4.0}) {
      for (unsigned seed = 1; seed <= 10; ++seed) {
        std::vector<GroundingAnswer> answers = answers_of({space.name, noise, 6, 0, seed});
        for (GroundingAnswer& each : answers) std::swap(each.said->x, each.said->y);
        const GroundingVerdict verdict = judge_grounding(answers);
        SCOPED_TRACE(space.name + " " + std::to_string(noise) + " " + std::to_string(seed));
        ASSERT_EQ(verdict.kind, Kind::swapped) << grounding_text(verdict, {}, "");
        ASSERT_TRUE(names(verdict, space.name)) << grounding_text(verdict, {}, "");
        EXPECT_EQ(profile_lines(verdict, {}, "").coordinates, "");
      }
    }
  }
  std::vector<GroundingAnswer> answers = answers_of({"0-1000"});
  for (GroundingAnswer& each : answers) std::swap(each.said->x, each.said->y);
  const GroundingVerdict verdict = judge_grounding(answers);
  EXPECT_EQ(verdict.asked, 18);
  const std::string unknown = grounding_text(verdict, {}, "gemini-3-flash");
  EXPECT_TRUE(unknown.starts_with("coordinates: 0-1000, with y before x")) << unknown;
  EXPECT_NE(unknown.find("a model of another family"), std::string::npos) << unknown;
  EXPECT_NE(grounding_text(verdict, {}, "qwen3-vl-8b").find("--profile qwen"), std::string::npos);
  EXPECT_TRUE(grounding_json(verdict, {})
                  .starts_with(R"({"verdict":"swapped","spaces":[{"name":"0-1000")"));
}

TEST(GroundingFit, ReportsAnUnknownScale) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto verdict =
        judge_grounding(answers_of({"1092x612", 1, seed % 2 == 0 ? 6 : 0, 0, seed}));
    ASSERT_EQ(verdict.kind, Kind::unknown) << grounding_text(verdict, {}, "");
    EXPECT_NEAR(verdict.frame->width, 1092, 8);
    EXPECT_NEAR(verdict.frame->height, 612, 8);
  }
}

TEST(GroundingFit, NeedsEnoughAnswers) {
  EXPECT_EQ(judge_grounding({}).kind, Kind::unreadable);
  std::vector<GroundingAnswer> answers = answers_of({"0-1000"});
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (i >= 5) answers[i].said.reset();
  const GroundingVerdict verdict = judge_grounding(answers);
  EXPECT_EQ(verdict.kind, Kind::unreadable);
  EXPECT_EQ(grounding_text(verdict, {}, ""),
            "coordinates: not known: only 5 of 18 answers have a place in them\n");
  EXPECT_EQ(judge_grounding(answers_of({"0-1000", 0, 0, 3})).kind, Kind::found);
}

TEST(GroundingFit, WritesTheProfilesLines) {
  const auto lines = [](const std::string& space, const SurfaceSettings& surface,
                        std::string_view model) {
    const GroundingLines made = profile_lines(judge_grounding(answers_of({space})), surface, model);
    return made.coordinates + "; " + made.picture;
  };
  SurfaceSettings small, large;
  large.picture = {{1536, 864}, {}};
  const std::string by28 = "pixels after the resize of qwen2.5-vl";
  EXPECT_EQ(lines(by28, small, "ui-tars"),
            "coordinates = pixels 28; picture = fit 1016064 grid 28");
  EXPECT_EQ(lines(by28, large, "ui-tars"),
            "coordinates = pixels 28; picture = fit 1016064 grid 28");
  EXPECT_EQ(lines("pixels as sent", small, "qwen3-vl-8b"),
            "coordinates = pixels; picture = fit 1327104 grid 32");
  EXPECT_EQ(lines("pixels as sent", large, "qwen3-vl-8b"),
            "coordinates = pixels; picture = 1536x864");
  EXPECT_EQ(lines("0-1", small, "kimi-k2.5"), "coordinates = 0-1; picture = 512x288");
  EXPECT_EQ(lines("guess", small, "qwen3-vl-8b"), "; ");
}

TEST(GroundingFit, PrintsTextAndJson) {
  const GroundingVerdict verdict =
      judge_grounding(answers_of({"pixels after the resize of scalecua"}));
  const GroundingLines lines = profile_lines(verdict, {}, "scalecua-7b");
  const std::string text = grounding_text(verdict, lines, "");
  EXPECT_TRUE(
      text.starts_with("coordinates: pixels after the resize of scalecua\nerror:       median 0."))
      << text;
  EXPECT_TRUE(
      text.ends_with("for the profile:\n  [agent]\n  coordinates = pixels 28\n  [surface]\n"
                     "  picture = fit 1016064 grid 28\n"))
      << text;
  const std::string json = grounding_json(verdict, lines);
  EXPECT_TRUE(
      json.starts_with(R"({"verdict":"found","spaces":[{"name":"pixels after the resize of )"
                       R"(scalecua","coordinates":"pixels 28"}],"median_px":0.)"))
      << json;
  EXPECT_TRUE(
      json.ends_with(R"("asked":18,"read":18,"hits":18,"frame":null,"lines":{"coordinates":)"
                     R"("coordinates = pixels 28","picture":"picture = fit 1016064 grid 28"}})"))
      << json;
}
}  // namespace
}  // namespace franz::proxy
