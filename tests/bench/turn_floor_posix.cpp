#include <httplib.h>
#include <chrono>
#include <cstdlib>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "tests/bench/bench_rows.h"
#include "tests/bench/turn_floor.h"

namespace franz {
using namespace std::chrono_literals;

static constexpr std::size_t kTexts = 4000;  // of a turn of 8 drags

static void require(const Status& status) {
  if (!status.ok()) give_up(status.error().message);
}

static std::string copied(const std::string& input) {
  ChildOutcome outcome = run_child({"/bin/cat", {}, {}, ""}, input, 10s);
  if (!outcome.end.ok()) give_up("cat: " + describe(outcome.end, 10s));
  return std::move(outcome.output);
}

int run_floor(const std::string& url, int turns, const std::string& folder,
              std::size_t picture_bytes) {
  httplib::Client model(url);
  model.set_keep_alive(true);
  model.set_tcp_nodelay(true);
  const std::string picture(picture_bytes, 'p'), texts(kTexts, 't');
  std::string reply;
  for (int turn = 1; turn <= turns; ++turn) {
    const std::string told = copied(texts);
    const std::string body = quote_json(told + copied(picture));
    const auto answer = model.Post("/v1/chat/completions", body, "application/json");
    if (!answer) give_up("the model's server: " + httplib::to_string(answer.error()));
    reply = answer->body;
    const std::string name = join_path(folder, std::to_string(turn));
    require(replace_file(join_path(folder, "state.json"), reply, Durability::buffered));
    require(replace_file(name + ".request", body, Durability::buffered));
    require(replace_file(name + ".json", reply, Durability::buffered));
    require(replace_file(name + ".png", picture, Durability::buffered));
  }
  return 0;
}
}  // namespace franz
