#include "proxy/dashboard/dashboard_app.h"
#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>
#include "common/base/path_parts.h"
#include "common/os/clock.h"
#include "common/run/input_stop_app.h"
#include "proxy/dashboard/ask_again_app.h"
#include "proxy/dashboard/assets.h"
#include "proxy/dashboard/export/export_app.h"
#include "proxy/dashboard/export_stream_app.h"
#include "proxy/dashboard/http_api.h"
#include "proxy/dashboard/http_server_app.h"
#include "proxy/dashboard/live_screen_viewer_app.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_library_app.h"
#include "proxy/dashboard/sse_hub.h"
#include "proxy/dashboard/turn_search_app.h"
#include "proxy/offline/diff/diff_runs_app.h"

namespace franz::proxy {
namespace asio = boost::asio;

static constexpr auto kHeartbeat = std::chrono::seconds(15);
static constexpr auto kFollow = std::chrono::seconds(1);  // for watched recorded runs
// A list of the runs contains what was found so far. The rest is read afterwards in small parts, so
// that other requests do not wait long.
static constexpr std::int64_t kListMs = 10, kReadMs = 20;
static constexpr int kLeastLooks = 100;  // lines, even on a slow disk: short runs are complete
static constexpr int kMaxSearches = 8, kMaxExports = 4, kMaxListings = 8;  // under way or waiting

namespace {
using Connection = HttpServer::Connection;

// The readers of one run's stream. 0 is our own live run; other numbers are from the library.
struct Channel {
  SseHub hub;
  std::map<SseHub::Reader, Connection> readers;
};

// The subject of a decision.
struct Subject {
  int run = 0;            // the channel
  std::string connected;  // a stream's first event
  SearchedRun searched;   // for a search; always with the folder
};

// The library thread's result for a request.
struct Recorded {
  bool own = false;  // the request is for our live run
  ApiDecision decision = api_error(404, "there is no such run: see /api/runs");
  Subject subject;
  std::vector<std::pair<int, std::string>> events;
};

// A connection that waits for an answer or reads a stream. Jobs on other threads check `wanted`.
struct Client {
  std::shared_ptr<std::atomic<bool>> wanted = std::make_shared<std::atomic<bool>>(true);
  ApiRequest request;
  std::optional<int> channel;
  SseHub::Reader reader = 0;
  std::shared_ptr<ExportStream> page;  // the export in progress
};

// Used on the server's thread, except `library`, which is used on `library_thread`.
struct Server {
  std::unique_ptr<HttpServer> http;
  ApiContext context;
  Dashboard::OnControl on_control;
  RunView view;
  std::string run_folder;
  std::map<int, Channel> channels;
  std::map<Connection, Client> clients;
  int searches = 0, exports = 0;  // searches: comparisons included
  bool following = false;
  std::atomic<bool> stopping{false};
  std::unique_ptr<RunLibrary> library;
  bool reading = false;                      // library_thread is reading
  std::unique_ptr<LiveScreenViewer> screen;  // null: there is none to see
  Dashboard::OnPerson on_person;
  std::shared_ptr<AskAgain> model;  // null: none
  std::optional<Connection> asker;  // whose question is being answered
  int listings = 0;                 // requests for the list of models
  asio::thread_pool library_thread{1}, searching{1}, exporting{1}, asking{1}, listing{1};

  void asked(Connection connection, const ApiRequest& request);
  void gone(Connection connection);
  void perform(Connection connection, const ApiDecision& decision, const Subject& subject);
  void begin_events(Connection connection, const Subject& subject);
  void begin_search(Connection connection, const ApiSearch& asked, const Subject& subject);
  void begin_diff(Connection connection, int other, const std::string& folder);
  void begin_export(Connection connection, const ApiExport& asked, const std::string& folder);
  void ask_person(Connection connection, const ApiPerson& asked);
  void ask_model(Connection connection, const ApiAsk& asked, const std::string& folder);
  void list_models(Connection connection);
  void ask_library(Connection connection, int run);
  void recorded(Connection connection, const Recorded& found);
  void list_runs(Connection connection);
  void label_run(Connection connection, const ApiLabel& asked);
  void stop_input_of(Connection connection, const ApiStopInput& asked, const std::string& folder);
  void read_on();
  void follow();
  void publish(int run, const std::string& json);
  void publish(const std::vector<std::pair<int, std::string>>& events);
  Subject own_subject(const ApiDecision& decision) const;
  std::optional<RunSummary> own_summary() const;
  std::function<bool()> wanted(Connection connection);
};

void Server::asked(Connection connection, const ApiRequest& request) {
  clients[connection].request = request;
  const ApiDecision decision = decide(request, context, view);
  perform(connection, decision, own_subject(decision));
}

void Server::gone(Connection connection) {
  const auto found = clients.find(connection);
  if (found == clients.end()) return;
  Client& client = found->second;
  *client.wanted = false;
  if (client.page) client.page->close();
  if (asker == connection) model->stop_asking();
  if (client.channel) {
    const int run = *client.channel;
    Channel& channel = channels[run];
    channel.hub.remove(client.reader);
    channel.readers.erase(client.reader);
    if (channel.readers.empty() && run != 0) channels.erase(run);
    if (run != 0) asio::post(library_thread, [this, run] { library->unpin(run); });
  }
  clients.erase(found);
}

std::function<bool()> Server::wanted(Connection connection) {
  return [this, asked = clients[connection].wanted] { return *asked && !stopping; };
}

std::vector<TurnRow> searched_rows(const RunView& view, const ApiSearch& asked) {
  const std::span<const TurnRow> rows = view.all_rows().from_to(asked.from, asked.to);
  return {rows.begin(), rows.end()};
}

Subject Server::own_subject(const ApiDecision& decision) const {
  Subject subject;
  subject.searched.folder = run_folder;
  if (std::holds_alternative<ApiStream>(decision)) subject.connected = view.connected();
  if (const auto* asked = std::get_if<ApiSearch>(&decision))
    subject.searched.rows = searched_rows(view, *asked);
  return subject;
}

void Server::perform(Connection connection, const ApiDecision& decision, const Subject& subject) {
  if (const auto* answer = std::get_if<ApiAnswer>(&decision)) {
    http->answer(connection, *answer);
  } else if (const auto* file = std::get_if<ApiFile>(&decision)) {
    http->send_file(connection, subject.searched.folder, *file);
  } else if (std::holds_alternative<ApiStream>(decision)) {
    begin_events(connection, subject);
  } else if (const auto* asked = std::get_if<ApiSearch>(&decision)) {
    begin_search(connection, *asked, subject);
  } else if (const auto* diff = std::get_if<ApiDiff>(&decision)) {
    begin_diff(connection, diff->other, subject.searched.folder);
  } else if (const auto* page = std::get_if<ApiExport>(&decision)) {
    begin_export(connection, *page, subject.searched.folder);
  } else if (std::holds_alternative<ApiRuns>(decision)) {
    list_runs(connection);
  } else if (const auto* labelled = std::get_if<ApiLabel>(&decision)) {
    label_run(connection, *labelled);
  } else if (const auto* person = std::get_if<ApiPerson>(&decision)) {
    ask_person(connection, *person);
  } else if (const auto* looked = std::get_if<ApiLook>(&decision)) {
    screen->ask(connection, looked->known, view.is_taken_over());
  } else if (const auto* asked_again = std::get_if<ApiAsk>(&decision)) {
    ask_model(connection, *asked_again, subject.searched.folder);
  } else if (const auto* stop = std::get_if<ApiStopInput>(&decision)) {
    stop_input_of(connection, *stop, subject.searched.folder);
  } else if (std::holds_alternative<ApiModels>(decision)) {
    list_models(connection);
  } else if (const auto* of_run = std::get_if<ApiOfRun>(&decision)) {
    ask_library(connection, of_run->run);
  } else if (const auto* command = std::get_if<ApiControl>(&decision)) {
    on_control(command->command, [this, connection](const std::optional<ControlRefusal>& refusal) {
      http->post([this, connection, answer = api_control_answer(refusal)] {
        http->answer(connection, answer);
      });
    });
  }
}

void Server::begin_events(Connection connection, const Subject& subject) {
  static const std::string kHeaders =
      "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n";
  Client& client = clients[connection];
  if (client.request.method == "HEAD") return http->begin_stream(connection, kHeaders, nullptr);
  Channel& channel = channels[subject.run];
  client.channel = subject.run;
  client.reader = channel.hub.add(sse_message(subject.connected));
  channel.readers[client.reader] = connection;
  http->begin_stream(connection, kHeaders,
                     [this, run = subject.run, reader = client.reader]() -> std::string {
                       const auto found = channels.find(run);
                       return found == channels.end() ? "" : found->second.hub.take(reader);
                     });
}

void Server::begin_search(Connection connection, const ApiSearch& asked, const Subject& subject) {
  if (searches >= kMaxSearches)
    return http->answer(connection, api_error(503, "too many searches at once: try again"));
  ++searches;
  std::function<bool()> still_wanted = wanted(connection);
  asio::post(searching, [this, connection, query = asked.query, run = subject.searched,
                         still_wanted = std::move(still_wanted)] {
    const SearchFound found = search_turns(query, run, SearchLimits{}, still_wanted);
    const ApiAnswer answer = api_search_answer(found.rows, found.searched_to);
    http->post([this, connection, answer] {
      --searches;
      http->answer(connection, answer);
    });
  });
}

// Reads two whole runs, so it waits in line with the searches.
void Server::begin_diff(Connection connection, int other, const std::string& folder) {
  if (searches >= kMaxSearches)
    return http->answer(connection, api_error(503, "too many searches at once: try again"));
  ++searches;
  asio::post(library_thread, [this, connection, other, folder, still_wanted = wanted(connection)] {
    const std::string other_folder = library ? library->folder_of(other) : "";
    asio::post(searching, [this, connection, folder, other_folder, still_wanted] {
      ApiAnswer answer = api_error(404, "there is no such run: see /api/runs");
      if (!other_folder.empty()) {
        const Result<RunDiff> diff = diff_runs(folder, other_folder, still_wanted);
        answer = diff.ok() ? api_json(diff_json(diff.value()))
                           : api_error(422, "they cannot be compared: " + diff.error().message);
      }
      http->post([this, connection, answer = std::move(answer)] {
        --searches;
        http->answer(connection, answer);
      });
    });
  });
}

void Server::begin_export(Connection connection, const ApiExport& asked,
                          const std::string& folder) {
  if (exports >= kMaxExports)
    return http->answer(connection, api_error(503, "too many exports at once: try again"));
  ++exports;
  const auto stream = std::make_shared<ExportStream>(
      [this, connection] { http->post([this, connection] { http->wake(connection); }); });
  Client& client = clients[connection];
  const bool only_head = client.request.method == "HEAD";
  client.page = stream;
  asio::post(exporting, [this, connection, stream, only_head, folder, redact = asked.redact] {
    const bool too_large = export_bytes(folder) > kMaxExport;
    http->post([this, connection, stream, only_head, folder, too_large] {
      if (too_large || only_head) --exports;
      if (too_large)
        return http->answer(connection,
                            api_error(413,
                                      "one page would be too large for a browser: proxy export "
                                      "RUN FILE writes a folder"));
      http->begin_stream(
          connection, export_headers(last_part(folder)),
          only_head ? std::function<std::string()>() : [stream] { return stream->take(); });
    });
    if (too_large || only_head) return;
    const bool whole = stream->fill(folder, redact, stopping);
    http->post([this, connection, whole] {
      --exports;
      // An incomplete page has no last chunk, so the browser reports a failure.
      if (whole) {
        http->end_stream(connection);
      } else {
        http->cut(connection);
      }
    });
  });
}

void Server::ask_person(Connection connection, const ApiPerson& asked) {
  if (!on_person)
    return http->answer(connection, api_error(409, "this run has no screen that a page may use"));
  on_person(asked, [this, connection, kind = asked.kind](
                       const std::optional<ControlRefusal>& refusal, const std::string& text) {
    http->post([this, connection, answer = api_person_answer(kind, refusal, text)] {
      http->answer(connection, answer);
    });
  });
}

// One question at a time: a local server would answer a second one later, or both slowly.
void Server::ask_model(Connection connection, const ApiAsk& asked, const std::string& folder) {
  if (asker) return http->answer(connection, api_error(503, "another question is being answered"));
  asker = connection;
  asio::post(asking, [this, connection, asked, folder, still_wanted = wanted(connection)] {
    ApiAnswer answer = still_wanted() ? model->ask(folder, asked) : api_error(503, "cancelled");
    http->post([this, connection, answer = std::move(answer)] {
      asker.reset();
      if (!stopping) model->go_on();
      http->answer(connection, answer);
    });
  });
}

void Server::list_models(Connection connection) {
  if (listings >= kMaxListings)
    return http->answer(connection, api_error(503, "too many such requests at once: try again"));
  ++listings;
  asio::post(listing, [this, connection, still_wanted = wanted(connection)] {
    ApiAnswer answer = still_wanted() ? model->list_models() : api_error(503, "cancelled");
    http->post([this, connection, answer = std::move(answer)] {
      --listings;
      http->answer(connection, answer);
    });
  });
}

// ---- Recorded runs

void Server::ask_library(Connection connection, int run) {
  const Client& client = clients[connection];
  asio::post(library_thread, [this, connection, run, request = client.request,
                              still_wanted = wanted(connection)] {
    Recorded found;
    if (!library) {
      found.decision = api_error(503, "the runs are not read yet: try again");
    } else if (context.run == RunKind::live && library->is_own(run)) {
      found.own = true;
    } else if (RecordedRun* const opened = library->open(run, still_wanted)) {
      found.decision = decide_of_run(request, opened->view());
      found.subject.run = run == 0 ? library->own() : run;
      found.subject.searched.folder = opened->folder();
      if (const auto* asked = std::get_if<ApiSearch>(&found.decision))
        found.subject.searched.rows = searched_rows(opened->view(), *asked);
      if (std::holds_alternative<ApiStream>(found.decision) && request.method != "HEAD") {
        found.subject.connected = opened->view().connected();
        library->pin(found.subject.run);
      }
    }
    if (library) found.events = library->take_events();
    http->post([this, connection, found = std::move(found)] { recorded(connection, found); });
  });
}

void Server::recorded(Connection connection, const Recorded& found) {
  publish(found.events);
  const auto client = clients.find(connection);
  if (client == clients.end()) {
    // It was pinned for a reader that has disconnected meanwhile.
    if (!found.subject.connected.empty())
      asio::post(library_thread, [this, run = found.subject.run] { library->unpin(run); });
    return;
  }
  if (!found.own) return perform(connection, found.decision, found.subject);
  const ApiDecision decision = decide_of_run(client->second.request, view);
  perform(connection, decision, own_subject(decision));
}

// The summary of our own run from the recorder's events, without reading files.
std::optional<RunSummary> Server::own_summary() const {
  if (context.run == RunKind::recorded) return std::nullopt;
  RunSummary summary;
  const TurnRows& rows = view.all_rows();
  summary.turns = static_cast<int>(rows.size());
  for (const TurnRow& row : rows.all())
    summary.verdict = worse_verdict(summary.verdict, row.verdict);
  if (const TurnRow* const last = rows.last()) {
    summary.last_turn = last->turn;
    summary.last = last->time;
  }
  summary.finish = view.finish();
  summary.writing = !view.is_over();
  return summary;
}

void Server::list_runs(Connection connection) {
  asio::post(library_thread,
             [this, connection, live = own_summary(), still_wanted = wanted(connection)] {
               const std::int64_t end_ms = steady_time_ms() + kListMs;
               int looks = 0;
               const auto go_on = [&] {
                 return still_wanted() && (++looks <= kLeastLooks || steady_time_ms() < end_ms);
               };
               const std::string json = library ? library->list(live, go_on) : "[]";
               http->post([this, connection, json] { http->answer(connection, api_json(json)); });
               if (library) read_on();
             });
}

void Server::label_run(Connection connection, const ApiLabel& asked) {
  asio::post(library_thread, [this, connection, asked] {
    const Status done = library ? library->label(asked.run, asked.label)
                                : Error{"the run is just beginning", ErrorCode::failed};
    http->post(
        [this, connection, answer = api_label_answer(done)] { http->answer(connection, answer); });
  });
}

void Server::stop_input_of(Connection connection, const ApiStopInput& asked,
                           const std::string& folder) {
  asio::post(library_thread, [this, connection, asked, folder] {
    const Result<Folder> run = Folder::open(folder);
    const Status done = !run.ok()    ? Status(run.error())
                        : asked.stop ? stop_input(run.value(), "a person stopped it on this page")
                                     : resume_input(run.value());
    http->post([this, connection, answer = api_label_answer(done)] {
      http->answer(connection, answer);
      follow();
    });
  });
}

// Runs on library_thread.
void Server::read_on() {
  if (std::exchange(reading, true)) return;
  asio::post(library_thread, [this] {
    reading = false;
    const std::int64_t end_ms = steady_time_ms() + kReadMs;
    if (!library->read_on([&] { return !stopping && steady_time_ms() < end_ms; }) && !stopping)
      read_on();
  });
}

void Server::follow() {
  const bool watched = channels.size() > channels.count(0);
  if (following || !watched) return;
  following = true;
  asio::post(library_thread, [this] {
    library->follow([this] { return !stopping; });
    http->post([this, events = library->take_events()] {
      following = false;
      publish(events);
    });
  });
}

// ---- The streams

void Server::publish(int run, const std::string& json) {
  const auto found = channels.find(run);
  if (found == channels.end()) return;
  Channel& channel = found->second;
  const std::map<SseHub::Reader, Connection> readers = channel.readers;  // cutting changes them
  // A dropped reader reconnects and asks for what it missed.
  for (const SseHub::Reader slow : channel.hub.publish(sse_message(json)))
    if (const auto reader = readers.find(slow); reader != readers.end()) http->cut(reader->second);
  for (const auto& [reader, connection] : readers) http->wake(connection);
}

void Server::publish(const std::vector<std::pair<int, std::string>>& events) {
  for (const auto& [run, json] : events) publish(run, json);
}
}  // namespace

struct Dashboard::Running : Server {};

Result<std::unique_ptr<Dashboard>> Dashboard::start(const DashboardOptions& options,
                                                    OnControl on_control) {
  Result<std::unique_ptr<HttpServer>> http = HttpServer::listen(options.listen);
  if (!http.ok()) return http.error();
  auto running = std::make_unique<Running>();
  Server* const server = running.get();
  server->http = std::move(http).value();
  server->context = {server->http->address().port, options.exposed, dashboard_assets(),
                     on_control ? RunKind::live : RunKind::recorded};
  server->context.no_input = options.no_input;
  server->on_control = std::move(on_control);
  server->http->start({[server](Connection connection, const ApiRequest& request) {
                         server->asked(connection, request);
                       },
                       [server](Connection connection) { server->gone(connection); }});
  server->http->post([server] {
    server->http->every(kHeartbeat, [server] {
      std::vector<int> runs;
      for (const auto& [run, channel] : server->channels) runs.push_back(run);
      for (const int run : runs) server->publish(run, R"({"type":"heartbeat"})");
    });
    server->http->every(kFollow, [server] { server->follow(); });
  });
  return std::unique_ptr<Dashboard>(new Dashboard(std::move(running)));
}

Dashboard::Dashboard(std::unique_ptr<Running> running) : running_(std::move(running)) {}

Dashboard::~Dashboard() { stop(); }

const Address& Dashboard::address() const { return running_->http->address(); }

void Dashboard::update(ViewUpdate update) {
  running_->http->post([server = running_.get(), update = std::move(update)] {
    for (const std::string& event : server->view.apply(update)) server->publish(0, event);
  });
}

void Dashboard::set_folders(const std::string& run_folder, const std::string& runs_folder) {
  running_->http->post([server = running_.get(), run_folder] {
    server->view.set_folder(run_folder);
    server->run_folder = run_folder;
  });
  asio::post(running_->library_thread, [server = running_.get(), run_folder, runs_folder] {
    server->library = std::make_unique<RunLibrary>(runs_folder, run_folder, nullptr);
  });
}

void Dashboard::set_screen(LiveScreenViewer::Look look) {
  running_->http->post([server = running_.get(), look = std::move(look)] {
    server->screen = std::make_unique<LiveScreenViewer>(*server->http, look);
    server->context.has_screen = true;
  });
}

void Dashboard::set_person(OnPerson on_person) {
  running_->http->post([server = running_.get(), on_person = std::move(on_person)] {
    server->on_person = on_person;
  });
}

void Dashboard::set_model(std::unique_ptr<AskAgain> model) {
  running_->http->post([server = running_.get(), shared = std::shared_ptr(std::move(model))] {
    server->model = shared;
    server->context.has_model = true;
  });
}

void Dashboard::replay(std::unique_ptr<RecordedRun> run, const std::string& runs_folder) {
  const std::shared_ptr<RecordedRun> shared = std::move(run);
  asio::post(running_->library_thread, [server = running_.get(), shared, runs_folder] {
    server->library = std::make_unique<RunLibrary>(runs_folder, shared->folder(), shared);
  });
}

void Dashboard::score(const std::string& runs_folder) {
  asio::post(running_->library_thread, [server = running_.get(), runs_folder] {
    server->library = std::make_unique<RunLibrary>(runs_folder, "", nullptr);
  });
}

void Dashboard::update_score(std::string json) {
  auto shared = std::make_shared<const std::string>(std::move(json));
  running_->http->post(
      [server = running_.get(), shared = std::move(shared)] { server->context.score = shared; });
}

void Dashboard::stop() {
  if (running_->stopping.exchange(true)) return;
  running_->http->post([server = running_.get()] {
    std::vector<int> runs;
    for (const auto& [run, channel] : server->channels) runs.push_back(run);
    for (const int run : runs) server->publish(run, R"({"type":"bye"})");
    for (auto& [connection, client] : server->clients)
      if (client.page) client.page->close();
    if (server->model) server->model->stop();
    if (server->screen) server->screen->cancel();
  });
  running_->http->stop();
  running_->library_thread.join();
  running_->searching.join();
  running_->exporting.join();
  running_->asking.join();
  running_->listing.join();
  running_->screen.reset();
}
}  // namespace franz::proxy
