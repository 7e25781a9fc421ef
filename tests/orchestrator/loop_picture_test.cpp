// A picture that is fitted to the screen.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/json_string.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_request.h"
#include "tests/orchestrator/loop_world.h"

namespace franz::orchestrator {
namespace {
// The requested picture sizes and the prompts that name them, in order.
struct Sizes {
  Trace asked, reported;
};
Sizes sizes(World& world, const std::function<void(int read)>& before_reading = {}) {
  LoopPorts ports = world.ports();
  int reads = 0;
  ports.read_settings = [&](int) {
    if (before_reading) before_reading(reads++);
    return LoopSettings{world.settings, "{width}x{height}", world.screen};
  };
  TurnLoop(std::move(ports), *world.memory, *find_api("chat"), {}, "/run").run();
  Sizes seen;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Size& picture = world.asked[i].options.picture;
    seen.asked.push_back(std::to_string(picture.width) + "x" + std::to_string(picture.height));
    const RequestView view = read_chat_request(world.bodies[i]).value();
    seen.reported.push_back(decode_json_string(*one_text(view.messages[0])));
  }
  return seen;
}
}  // namespace

TEST(TurnLoop, FitsThePictureToTheCanvas) {
  World world;
  world.settings.limits.max_turns = 2;
  world.settings.surface.canvas = {1280, 800};
  world.settings.surface.picture = {{}, PictureFit{1'327'104, 32}};
  world.settings.surface.followup_picture = PictureSize{{}, PictureFit{500'000, 32}};
  const Sizes seen = sizes(world);
  EXPECT_EQ(seen.asked, (Trace{"1440x896", "864x544"}));
  EXPECT_EQ(seen.reported, seen.asked);
  EXPECT_EQ(world.looks, 0);
}

TEST(TurnLoop, FitsThePictureToTheScreenAsItWasSeenLast) {
  World world;
  world.settings.limits.max_turns = 4;
  world.settings.surface.kind = "desktop";
  world.settings.surface.canvas = {1000, 1000};
  world.settings.surface.picture = {{}, PictureFit{1'327'104, 32}};
  world.executor = [](const ExecutorRequest& request) {
    ExecutorReply reply;
    reply.screenshot_b64 = "aGk=";
    // The screen is rotated in turn 2.
    reply.screen = request.options.turn < 2 ? Screen{0, 0, 1920, 1200} : Screen{0, 0, 1920, 1080};
    return reply;
  };
  const Sizes seen = sizes(world, [&](int read) {
    if (read == 4) world.settings.surface.monitor = "2";  // of turn 4
  });
  EXPECT_EQ(seen.asked, (Trace{"1440x896", "1440x896", "1536x864", "864x1536"}));
  EXPECT_EQ(seen.reported, seen.asked);
  EXPECT_EQ(world.looks, 2);
}

TEST(TurnLoop, TellsOnceThatTheScreensSizeIsNotKnown) {
  World world;
  world.settings.limits.max_turns = 2;
  world.settings.surface.kind = "desktop";
  world.settings.surface.canvas = {1280, 720};
  world.settings.surface.picture = {{}, PictureFit{1'327'104, 32}};
  world.screen_size.reset();
  world.executor = [](const ExecutorRequest&) { return ExecutorReply(); };
  EXPECT_EQ(sizes(world).asked, (Trace{"1536x864", "1536x864"}));
  EXPECT_EQ(std::ranges::count(world.trace,
                               "warning: the screen's size is not known: it is dark; the picture "
                               "is fitted as if it were 1280x720"),
            1);
}
}  // namespace franz::orchestrator
