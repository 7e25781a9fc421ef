#include "proxy/demo_vlm/demo_vlm_app.h"
#include <httplib.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include "common/base/json.h"
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/wire/api/apis.h"
#include "common/wire/franz_turn.h"
#include "proxy/demo_vlm/listen_options.h"
#include "proxy/demo_vlm/outgoing.h"
#include "proxy/relay/upstream.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kNeededFiles = 32;
constexpr const char* kJson = "application/json";
constexpr std::int64_t kSlice_ms = 20;  // how soon a client that went away is noticed

struct ServerState {
  std::optional<Script> script;
  PlaceHabit places;
  long long delay_ms = 400;
  long long context = 0;  // tokens; 0: without end
  std::int64_t started = unix_time_ms() / 1000;
  std::mutex counting;  // of attempts
  AttemptCounter attempts;
  std::atomic<long long> unnumbered{0};  // requests so far that did not say their turn
};

void sleep_ms(std::int64_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

void answer_error(httplib::Response& response, int status, const std::string& message,
                  const std::string& code = "") {
  response.status = status;
  response.set_content(error_json(status, message, code), kJson);
}

// Sends the events spread over the delay: a quarter of it is silence, as a model reads first.
struct EventStream {
  std::vector<std::string> events;
  bool is_cut;
  std::int64_t delay_ms, start_ms = steady_time_ms();
  std::size_t next = 0;

  // One step, as httplib asks for them; false ends the connection.
  bool send(httplib::DataSink& sink) {
    if (next == events.size()) {
      if (!is_cut) sink.done();
      return !is_cut;
    }
    for (;;) {
      const std::int64_t wait_ms = due_ms(next) - steady_time_ms();
      if (wait_ms <= 0) break;
      if (!sink.is_writable()) return false;
      sleep_ms(std::min(wait_ms, kSlice_ms));
    }
    const std::int64_t now_ms = steady_time_ms();
    std::string due;
    do {
      due += events[next++];
    } while (next < events.size() && due_ms(next) <= now_ms && due.size() < 65536);
    return sink.write(due.data(), due.size());
  }

  std::int64_t due_ms(std::size_t index) const {
    const auto part = static_cast<std::int64_t>(index + 1) * delay_ms * 3 / 4 /
                      static_cast<std::int64_t>(events.size());
    return start_ms + delay_ms / 4 + part;
  }
};

void send_reply(httplib::Response& response, const ReplyForm& form, const Outgoing& reply,
                bool stream, std::int64_t delay_ms) {
  if (stream) {
    const auto events = std::make_shared<EventStream>(
        EventStream{form.stream_events(reply), reply.cut.has_value(), delay_ms});
    response.set_chunked_content_provider(
        "text/event-stream",
        [events](std::size_t, httplib::DataSink& sink) { return events->send(sink); });
    return;
  }
  sleep_ms(delay_ms);
  const std::string body = form.whole_body(reply);
  if (!reply.cut) return response.set_content(body, kJson);
  // Half of what was promised.
  response.set_content_provider(body.size(), kJson,
                                [body](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                                  return offset == 0 && sink.write(body.data(), body.size() / 2);
                                });
}

void answer_from_script(ServerState& state, const httplib::Request& request, const ReplyHead& head,
                        const ReplyForm& form, const ModelCall& call, httplib::Response& response) {
  const auto at = [&] {
    const std::lock_guard lock(state.counting);
    return state.attempts.count(request.get_header_value(kFranzTurnHeader));
  }();
  const ScriptLine& line =
      at ? line_for(*state.script, *at) : line_for_request(*state.script, ++state.unnumbered);
  const std::int64_t delay_ms = line.delay_ms.value_or(state.delay_ms);
  if (line.retry_after) response.set_header("Retry-After", std::to_string(*line.retry_after));
  response.status = line.status;
  if (line.status < 400)
    return send_reply(response, form, answer(call, head, line), call.stream, delay_ms);
  sleep_ms(delay_ms);
  if (line.error.empty())
    return answer_error(response, line.status,
                        "the script answers " + std::to_string(line.status) + " here");
  response.set_content(JsonObject().raw("error", line.error).finish(), kJson);
}

void reply(ServerState& state, const Api& api, const ReplyForm& form,
           const httplib::Request& request, httplib::Response& response,
           const httplib::ContentReader& read) {
  if (request.is_multipart_form_data()) return answer_error(response, 400, "expected a JSON body");
  std::string body;
  bool is_too_large = false;
  read([&](const char* data, std::size_t size) {
    is_too_large = body.size() + size > kMaxMessage;
    if (!is_too_large) body.append(data, size);
    return !is_too_large;
  });
  if (is_too_large) return answer_error(response, 413, "a request of more than 64 MiB");
  const Result<ModelCall> call = read_model_call(api, body);
  if (!call.ok()) return answer_error(response, 400, call.error().message);
  if (state.context > 0 && call.value().prompt_tokens > state.context) {
    response.status = 400;
    return response.set_content(context_error_json(call.value().prompt_tokens, state.context),
                                kJson);
  }
  const ReplyHead head{std::string(form.id_prefix) + sha256_hex(body).substr(0, 24),
                       unix_time_ms() / 1000, kModelName};
  if (state.script) return answer_from_script(state, request, head, form, call.value(), response);
  send_reply(response, form, answer(call.value(), head, state.places), call.value().stream,
             state.delay_ms);
}

void set_up(httplib::Server& server, ServerState& state) {
  // The library's own options would share the port with any other server that does the same.
  server.set_socket_options(
      [](auto socket) { allow_quick_restart(static_cast<long long>(socket)); });
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(100000);
  server.set_payload_max_length(kMaxMessage);
  // A kept connection holds a thread while it is idle.
  server.new_task_queue = [] { return new httplib::ThreadPool(32); };
  server.Get("/v1/models", [&state](const httplib::Request&, httplib::Response& response) {
    response.set_content(models_json(state.started, state.context), kJson);
  });
  std::string paths = "GET /v1/models";
  for (const Api& api : all_apis()) {
    const ReplyForm* const form = find_reply_form(api);
    if (form == nullptr) continue;
    const std::string path = "/v1" + std::string(api.path);
    paths += ", POST " + path;
    server.Post(path,
                [&state, &api, form](const httplib::Request& request, httplib::Response& response,
                                     const httplib::ContentReader& read) {
                  reply(state, api, *form, request, response, read);
                });
  }
  server.set_error_handler([paths](const httplib::Request& request, httplib::Response& response) {
    if (!response.body.empty()) return;
    if (response.status != 404)
      return answer_error(response, response.status, "the request could not be read");
    answer_error(response, 404, "no " + request.method + " " + request.path + " here: " + paths,
                 "not_found");
  });
  server.set_exception_handler(
      [](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
        answer_error(response, 500, "the demo model failed on this request");
      });
}

// What uses a port that could not be bound.
std::string who_is_there(const proxy::Address& address) {
  httplib::Client client(address.host, address.port);
  client.set_connection_timeout(1);
  client.set_read_timeout(1);
  const httplib::Result models = client.Get("/v1/models");
  if (models && models->status == 200) return "is taken: a model server answers there";
  if (models.error() == httplib::Error::Connection) return "could not be bound";
  return "is taken by another program";
}

Result<Script> load_script(const std::string& name) {
  std::string path = name;
  if (!file_exists(path)) {
    if (const auto config = find_config_folder())
      path = config_path(*config, join_path("scripts", name + ".jsonl"));
    if (!file_exists(path)) return Error{"no file " + name + ", and no " + path};
  }
  const Result<std::string> text = read_file(path, 256UL << 20U);
  if (!text.ok()) return text.error();
  Result<Script> script = parse_script(text.value());
  if (!script.ok()) return within(path, script.error());
  return script;
}

// "127.0.0.1:1235", "[::1]:1235"; this machine: ":1235" and "1235".
Result<proxy::Address> parse_listen_address(const std::string& text) {
  const std::string host = text.starts_with(':')                 ? "127.0.0.1"
                           : text.find(':') == std::string::npos ? "127.0.0.1:"
                                                                 : "";
  Result<proxy::Address> address = proxy::parse_address(host + text);
  if (address.ok()) return address;
  return Error{"expected ADDRESS:PORT with a port of 0 to 65535, got \"" + text + "\""};
}

int fail(int code, const std::string& message) {
  print_error("demo_vlm: " + message);
  return code;
}

int serve(const proxy::Address& address, ServerState& state) {
  httplib::Server server;
  set_up(server, state);
  proxy::Address bound = address;
  if (address.port == 0)
    bound.port = server.bind_to_any_port(address.host);
  else if (!server.bind_to_port(address.host, address.port))
    bound.port = 0;
  if (bound.port <= 0) {
    const std::string what =
        address.port == 0 ? "no port could be bound"
                          : "port " + std::to_string(address.port) + " " + who_is_there(address);
    return fail(3, "cannot listen on " + proxy::to_string(address) + ": " + what +
                       "; choose another with --listen ADDRESS:PORT");
  }
  // Connections wait in the socket's queue from here on: it is ready.
  (void)print_line("demo_vlm: listening on http://" + proxy::to_string(bound));
  return server.listen_after_bind() ? 0 : fail(3, "the server stopped by itself");
}
}  // namespace

int run_demo_vlm_app(int argc, char** argv) {
  // Nothing is kept that would have to be saved: the end may come at any point.
  watch_stop_signals([](int) { std::_Exit(0); });
  CLI::App app{
      "demo_vlm: stands in for a vision-language model, behind OpenAI's interface. It goes by\n"
      "what each request says and shows, and draws a cat, or what the objective names: a house,\n"
      "a tree, the sun, a star, a fish or a robot. On a real screen it fills in the form that it\n"
      "sees, or clicks the targets of the calibration card. It makes tool calls where it is told\n"
      "tools."};
  app.allow_windows_style_options(false);  // "/runs/one" is a path, on every system
  ServerState state;
  std::string listen = "127.0.0.1:1235", script, coordinates = "0-1000";
  int noise = 0, wrong = 0;
  app.add_option("--listen", listen,
                 "ADDRESS:PORT to listen on; port 0 takes a free one and says which")
      ->capture_default_str();
  app.add_option("--script", script,
                 "play the replies of this file (JSON Lines), or of config/scripts/NAME.jsonl");
  app.add_option("--delay-ms", state.delay_ms, "how long a reply takes, in milliseconds")
      ->capture_default_str()
      ->check(CLI::Range(0LL, 3600000LL));
  app.add_option("--context", state.context,
                 "refuse prompts of more tokens, as llama-server does; 0: take any")
      ->capture_default_str()
      ->check(CLI::Range(0LL, 100'000'000LL));
  app.add_option(
         "--coordinates", coordinates,
         "how it answers `proxy doctor --grounding`: 0-1000, 0-999, 0-1, pixels, pixels 28, "
         "pixels 32, a model family (scalecua), a size that pictures are brought to "
         "(1092x612), or guess")
      ->capture_default_str();
  app.add_option("--noise", noise, "pixels that such an answer is off, at most")
      ->capture_default_str()
      ->check(CLI::Range(0, 10'000));
  app.add_option("--wrong", wrong, "one such answer in so many names another target; 0: none does")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  app.set_version_flag("--version", "demo_vlm " FRANZ_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return fail(3, files.error().message);
  const Result<proxy::Address> address = parse_listen_address(listen);
  if (!address.ok()) return fail(2, "--listen: " + address.error().message);
  const Result<PlaceHabit> places = parse_place_habit(coordinates);
  if (!places.ok()) return fail(2, "--coordinates: " + places.error().message);
  state.places = places.value();
  state.places.noise = noise;
  state.places.wrong = wrong;
  if (!script.empty()) {
    Result<Script> loaded = load_script(script);
    if (!loaded.ok()) return fail(2, "--script: " + loaded.error().message);
    state.script = std::move(loaded).value();
  }
  return serve(address.value(), state);
}
}  // namespace franz::demo_vlm
