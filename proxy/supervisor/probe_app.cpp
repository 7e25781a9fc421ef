#include "proxy/supervisor/probe_app.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <system_error>
#include <thread>
#include <utility>
#include "common/net/model_client.h"

namespace franz::proxy {
namespace asio = boost::asio;

// Closes the connection, because a server may serve only one at a time.
static ModelsAnswer probe_with(ModelClient& client, const Upstream& upstream) {
  ModelServer server;
  server.url = to_string(upstream);
  server.ca_file = upstream.ca_file;
  ModelsAnswer answer = client.ask_models(server, kProbeTimeoutS * 1000);
  client.hang_up();
  return answer;
}

ModelsAnswer probe_upstream_now(const Upstream& upstream) {
  ModelClient client;
  return probe_with(client, upstream);
}

// One client for all probes, so that only one name lookup runs at a time.
struct UpstreamProbe::Running {
  asio::io_context& io;
  ModelClient client;
  std::thread thread;

  ~Running() {
    client.stop();
    if (thread.joinable()) thread.join();
  }
};

UpstreamProbe::UpstreamProbe(asio::io_context& io, LookUpHost look_up)
    : running_(new Running{io, ModelClient(std::move(look_up)), {}}) {}
UpstreamProbe::~UpstreamProbe() = default;

void UpstreamProbe::start(const Upstream& upstream,
                          std::function<void(const ModelsAnswer&)> on_answer) {
  const auto report = [&io = running_->io, on_answer = std::move(on_answer)](ModelsAnswer answer) {
    asio::post(io, [on_answer, answer = std::move(answer)] { on_answer(answer); });
  };
  if (running_->thread.joinable()) running_->thread.join();
  try {
    running_->thread = std::thread(
        [&client = running_->client, upstream, report] { report(probe_with(client, upstream)); });
  } catch (const std::system_error& error) {
    ModelsAnswer answer;
    answer.transport = ServerAnswer::Transport::not_sent;
    answer.why = "no thread: " + error.code().message();
    report(std::move(answer));
  }
}
}  // namespace franz::proxy
