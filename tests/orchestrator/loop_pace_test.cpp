// How slow and failed requests change the next ones.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_request.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
ModelAnswer after(double ms, const std::string& inner) {
  ModelAnswer answer = replied(inner);
  answer.total_ms = ms;
  return answer;
}

std::vector<std::string> models_asked(const World& world) {
  std::vector<std::string> models;
  for (const std::string& body : world.bodies)
    models.push_back(read_chat_request(body).value().model);
  return models;
}

TEST(TurnLoop, ASlowReplyIsFollowedByASmallerPictureAndFewerTokens) {
  World world;
  world.settings.limits.max_turns = 4;
  world.settings.surface.picture = {{1280, 720}};
  world.settings.surface.followup_picture = PictureSize{{640, 360}};
  world.settings.surface.slow_picture = PictureSize{{320, 180}};
  world.settings.model.max_tokens = 800;
  world.settings.model.slow_ms = 1000;
  world.settings.model.slow_tokens = 25;
  world.answers = {after(10, "one"), after(1000, "two"), after(10, "three"), after(10, "four")};
  LoopPorts ports = world.ports();
  ports.read_settings = [&](int) { return LoopSettings{world.settings, "{width}x{height}"}; };
  std::vector<std::string> reported;  // settings and causes of the system messages
  ports.emit = [&](const LoopEvent& event) {
    if (event.kind == LoopEvent::Kind::config)
      reported.push_back(event.system->cause + (event.settings.find("1280x720") != std::string::npos
                                                    ? "; settings as they are"
                                                    : "; other settings"));
  };
  TurnLoop(std::move(ports), *world.memory, *find_api("chat"), {}, "/run").run();
  std::vector<std::string> sent;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const RequestView view = read_chat_request(world.bodies[i]).value();
    const Size& picture = world.asked[i].options.picture;
    EXPECT_EQ(*one_text(view.messages[0]),
              "\"" + std::to_string(picture.width) + "x" + std::to_string(picture.height) + "\"");
    sent.push_back(std::to_string(picture.width) + " " + std::to_string(*view.max_tokens));
  }
  EXPECT_EQ(sent, (Trace{"1280 800", "640 800", "320 400", "640 800"}));
  const std::string changed = "picture size; settings as they are";
  EXPECT_EQ(reported, (Trace{"start; settings as they are", changed, changed, changed}));
}

TEST(TurnLoop, AModelThatStaysSlowIsReplacedByTheFallback) {
  World world;
  world.settings.limits.max_turns = 5;
  world.settings.model.name = "big";
  world.settings.model.fallback = "small";
  world.settings.model.slow_ms = 1000;
  world.settings.model.fallback_slow = 2;
  world.answers = {after(2000, "one"), after(10, "two"), after(2000, "three"), after(2000, "four"),
                   after(2000, "five")};
  world.run();
  EXPECT_EQ(models_asked(world), (Trace{"big", "big", "big", "big", "small"}));
  EXPECT_EQ(std::ranges::count(world.trace,
                               "warning: 2 replies in a row took 1000 ms or more; [model] fallback "
                               "is asked instead: small"),
            1);
}

TEST(TurnLoop, AModelThatFailsIsReplacedByTheFallback) {
  const auto models = [](int failures, const ModelAnswer& failed) {
    World world;
    world.settings.limits.max_turns = 1;
    world.settings.model.name = "big";
    world.settings.model.fallback = "small";
    world.settings.model.fallback_failures = failures;
    world.answers = {failed, failed, replied("one")};
    world.run();
    return models_asked(world);
  };
  EXPECT_EQ(models(2, refused(500, "out of memory")), (Trace{"big", "big", "small"}));
  EXPECT_EQ(models(1, refused(500, "out of memory")), (Trace{"big", "small", "small"}));
  EXPECT_EQ(models(0, refused(500, "out of memory")), (Trace{"big", "big", "big"}));
  ModelAnswer silent;
  silent.transport = ModelAnswer::Transport::went_silent;
  EXPECT_EQ(models(2, silent), (Trace{"big", "big", "small"}));
  // If no server listens, the other model is missing, too.
  ModelAnswer absent;
  absent.transport = ModelAnswer::Transport::refused;
  EXPECT_EQ(models(2, absent), (Trace{"big", "big", "big"}));
}
}  // namespace
}  // namespace franz::orchestrator
