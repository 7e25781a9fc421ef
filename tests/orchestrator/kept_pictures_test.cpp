#include "orchestrator/kept_pictures.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
using Loads = std::vector<int>;

Step step_of(int turn, const std::string& picture) {
  Step step;
  step.turn = turn;
  step.picture = PictureRef{picture};
  return step;
}

std::vector<Message> showing(const std::vector<std::string>& pictures) {
  std::vector<Message> messages;
  messages.reserve(pictures.size());
  for (const std::string& picture : pictures)
    messages.push_back({"user", {picture_part(PictureRef{picture})}});
  return messages;
}

TEST(KeptPictures, AreLoadedOnceAndDroppedWhenNoMessageHasThem) {
  std::vector<Step> steps = {step_of(1, "a"), step_of(2, "b"), step_of(3, "c")};
  KeptPictures pictures;
  Loads loads;
  const KeptPictures::Load load = [&](int turn, const PictureRef& picture) -> Result<std::string> {
    loads.push_back(turn);
    return "base64 of " + picture.sha256;
  };
  pictures.add(PictureRef{"c"}, "the turn's own");
  EXPECT_TRUE(pictures.hold(showing({"b", "c"}), steps, load).empty());
  EXPECT_EQ(pictures.find(PictureRef{"b"}), "base64 of b");
  EXPECT_EQ(pictures.find(PictureRef{"c"}), "the turn's own");
  EXPECT_EQ(pictures.find(PictureRef{"a"}), "");
  EXPECT_TRUE(pictures.hold(showing({"c"}), steps, load).empty());
  EXPECT_EQ(loads, (Loads{2}));
  EXPECT_TRUE(pictures.hold(showing({"b", "c"}), steps, load).empty());
  EXPECT_EQ(loads, (Loads{2, 2}));
}

TEST(KeptPictures, OneThatIsLostIsTakenOutOfItsStep) {
  std::vector<Step> steps = {step_of(1, "a"), step_of(2, "b")};
  KeptPictures pictures;
  const KeptPictures::Load load = [](int turn, const PictureRef&) -> Result<std::string> {
    if (turn == 1) return Error{"turn_0001.png: no such file"};
    return std::string("b64");
  };
  EXPECT_EQ(pictures.hold(showing({"a", "b"}), steps, load),
            (std::vector<std::string>{
                "the picture of turn 1 is not sent again: turn_0001.png: no such file"}));
  EXPECT_FALSE(steps[0].picture);
  EXPECT_TRUE(steps[1].picture);
  EXPECT_EQ(pictures.find(PictureRef{"b"}), "b64");
}
}  // namespace
}  // namespace franz::orchestrator
