#include "proxy/dashboard/dashboard_app.h"
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <map>
#include <set>
#include <sstream>
#include <thread>
#include <utility>
#include "common/os/files.h"
#include "proxy/dashboard/assets.h"
#include "proxy/dashboard/http_api.h"
#include "proxy/dashboard/sse_hub.h"

namespace franz::proxy {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

static constexpr std::size_t kMaxConnections = 1000;
static constexpr std::uint32_t kMaxHead = 16U << 10U;
static constexpr std::uint64_t kMaxBody = 64U << 10U;  // a note is at most 16 KiB
static constexpr std::size_t kMaxFile = 256UL << 20U;
static constexpr auto kPatience = std::chrono::seconds(30);  // for a request, for a write
static constexpr auto kHeartbeat = std::chrono::seconds(15);
static constexpr auto kGoodbye = std::chrono::milliseconds(300);

namespace {
class Session;

// All of it lives on the thread of `io`, but for what is set before the thread starts.
struct Server {
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer heartbeat{io};
  Address address;
  ApiContext context;
  std::function<void(const ControlCommand&)> on_control;
  RunView view;
  SseHub hub;
  std::string run_folder, runs_folder;
  std::set<std::shared_ptr<Session>> sessions;
  std::map<SseHub::Reader, Session*> readers;
  bool stopping = false;
  std::thread thread;

  void accept();
  void beat();
  void publish(const std::string& json);
  ApiAnswer answer(const ApiDecision& decision);
  std::string runs() const;
  void ended(const std::shared_ptr<Session>& session);
  void stop();
};

// One connection of a browser.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Server& server) : stream_(std::move(socket)), server_(server) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHead);
    parser_->body_limit(kMaxBody);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](const error_code& code, std::size_t) {
                       self->read_done(code);
                     });
  }

  // Something waits in the hub for this reader.
  void wake() {
    if (!writing_) write_events();
  }

  void close() {
    error_code ignored;
    stream_.socket().close(ignored);
  }

  // Ends after what is being written now.
  void close_stream() {
    if (!writing_) end();
    ending_ = true;
  }

 private:
  using Reply = http::response<http::string_body>;

  void read_done(const error_code& code) {
    if (code == http::error::header_limit || code == http::error::body_limit)
      return write(
          api_error(code == http::error::body_limit ? 413 : 431, "the request is too large"), false,
          false);
    if (code == http::error::end_of_stream || code) return end();
    const http::request<http::string_body> request = parser_->release();
    const auto header = [&request](std::string_view name) -> std::optional<std::string> {
      const auto found = request.find({name.data(), name.size()});
      if (found == request.end()) return std::nullopt;
      return std::string(found->value());
    };
    ApiRequest asked;
    asked.method = std::string(request.method_string());
    asked.target = std::string(request.target());
    asked.body = request.body();
    asked.host = header("Host");
    asked.origin = header("Origin");
    asked.fetch_site = header("Sec-Fetch-Site");
    asked.control = header("X-Franz-Control");
    const ApiDecision decision = decide(asked, server_.context, server_.view);
    const bool head = request.method() == http::verb::head;
    if (std::holds_alternative<ApiStream>(decision) && !head) return begin_events();
    write(server_.answer(decision), request.keep_alive(), head);
  }

  static void add_headers(http::fields& fields) {
    for (const auto& [name, value] : security_headers())
      fields.set(beast::string_view(name.data(), name.size()),
                 beast::string_view(value.data(), value.size()));
  }

  void write(const ApiAnswer& answer, bool keep_alive, bool head) {
    reply_ = std::make_unique<Reply>(static_cast<http::status>(answer.status), 11);
    reply_->set(http::field::content_type, answer.type);
    add_headers(*reply_);
    const std::size_t length = answer.body ? answer.body->size() : 0;
    if (answer.body && !head) reply_->body() = *answer.body;
    reply_->content_length(length);
    reply_->keep_alive(keep_alive);
    stream_.expires_after(kPatience);
    http::async_write(stream_, *reply_,
                      [self = shared_from_this(), keep_alive](const error_code& code, std::size_t) {
                        if (code || !keep_alive || self->ending_) return self->end();
                        self->read();
                      });
  }

  // The length of an event stream is not known: it ends with the connection.
  void begin_events() {
    http::response<http::empty_body> reply(http::status::ok, 11);
    reply.set(http::field::content_type, "text/event-stream");
    add_headers(reply);
    reply.set(http::field::cache_control, "no-store");
    reply.set(http::field::connection, "close");
    std::ostringstream head;
    head << reply.base();
    reader_ = server_.hub.add(head.str() + sse_message(server_.view.connected()));
    server_.readers[*reader_] = this;
    watch_for_close();
    write_events();
  }

  void write_events() {
    outgoing_ = server_.hub.take(*reader_);
    if (outgoing_.empty()) {
      stream_.expires_never();
      if (ending_) end();
      return;
    }
    writing_ = true;
    stream_.expires_after(kPatience);
    asio::async_write(stream_, asio::buffer(outgoing_),
                      [self = shared_from_this()](const error_code& code, std::size_t) {
                        self->writing_ = false;
                        if (code) return self->end();
                        self->write_events();
                      });
  }

  // A reader has nothing more to say: whatever comes, or the end, means that it is gone.
  void watch_for_close() {
    stream_.socket().async_wait(tcp::socket::wait_read,
                                [self = shared_from_this()](const error_code&) { self->end(); });
  }

  void end() {
    if (reader_) {
      server_.hub.remove(*reader_);
      server_.readers.erase(*reader_);
      reader_.reset();
    }
    close();
    server_.ended(shared_from_this());
  }

  beast::tcp_stream stream_;
  Server& server_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::unique_ptr<Reply> reply_;
  std::optional<SseHub::Reader> reader_;
  std::string outgoing_;
  bool writing_ = false, ending_ = false;
};

void Server::accept() {
  acceptor.async_accept([this](const error_code& code, tcp::socket socket) {
    if (code == asio::error::operation_aborted || stopping) return;
    if (!code && sessions.size() < kMaxConnections) {
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      const auto session = std::make_shared<Session>(std::move(socket), *this);
      sessions.insert(session);
      session->read();
    }
    accept();
  });
}

void Server::beat() {
  heartbeat.expires_after(kHeartbeat);
  heartbeat.async_wait([this](const error_code& code) {
    if (code) return;
    publish(R"({"type":"heartbeat"})");
    beat();
  });
}

void Server::publish(const std::string& json) {
  // Who is dropped comes back and asks for what it missed.
  for (const SseHub::Reader slow : hub.publish(sse_message(json))) {
    const auto found = readers.find(slow);
    if (found == readers.end()) continue;
    Session* const session = found->second;
    readers.erase(found);
    session->close();
  }
  for (const SseHub::Reader reader : hub.readers()) {
    const auto found = readers.find(reader);
    if (found != readers.end()) found->second->wake();
  }
}

// [{"id":1,"name":"run_20260131_120000","current":true},…], the oldest first.
std::string Server::runs() const {
  std::string json = "[";
  long long id = 0;
  for (const std::string& name : list_folder(runs_folder)) {
    if (!name.starts_with("run_") || !folder_exists(join_path(runs_folder, name))) continue;
    JsonObject run;
    run.number("id", ++id).text("name", name).boolean("current", name == view.name());
    json += (json.size() > 1 ? "," : "") + run.finish();
  }
  return json + "]";
}

ApiAnswer Server::answer(const ApiDecision& decision) {
  if (const auto* answer = std::get_if<ApiAnswer>(&decision)) return *answer;
  if (const auto* command = std::get_if<ApiControl>(&decision)) {
    on_control(command->command);
    return {200, "application/json", std::make_shared<const std::string>(R"({"ok":true})")};
  }
  if (std::holds_alternative<ApiRuns>(decision))
    return {200, "application/json", std::make_shared<const std::string>(runs())};
  if (const auto* file = std::get_if<ApiFile>(&decision)) {
    Result<std::string> bytes = read_file(join_path(run_folder, file->name), kMaxFile);
    if (!bytes.ok()) return api_error(404, "there is no " + file->name);
    return {200, file->type, std::make_shared<const std::string>(std::move(bytes).value())};
  }
  return {200, "text/event-stream", nullptr};  // HEAD of the stream
}

void Server::ended(const std::shared_ptr<Session>& session) {
  sessions.erase(session);
  if (stopping && sessions.empty()) io.stop();
}

void Server::stop() {
  stopping = true;
  error_code ignored;
  acceptor.close(ignored);
  publish(R"({"type":"bye"})");
  const auto open = sessions;  // ending takes them out of the set
  for (const auto& session : open) session->close_stream();
  if (open.empty()) io.stop();
  // A reader that takes nothing must not hold up the end.
  heartbeat.expires_after(kGoodbye);
  heartbeat.async_wait([this](const error_code& code) {
    if (!code) io.stop();
  });
}

}  // namespace

struct Dashboard::Running : Server {};

Result<std::unique_ptr<Dashboard>> Dashboard::start(
    const DashboardOptions& options, std::function<void(const ControlCommand&)> on_control) {
  auto running = std::make_unique<Running>();
  const std::string where = "dashboard: cannot listen on " + to_string(options.listen);
  error_code code;
  tcp::resolver resolver(running->io);
  const auto found = resolver.resolve(options.listen.host, std::to_string(options.listen.port),
                                      tcp::resolver::passive, code);
  if (code || found.empty()) return Error{where + ": " + code.message()};
  const tcp::endpoint endpoint = found.begin()->endpoint();
  tcp::acceptor& acceptor = running->acceptor;
  acceptor.open(endpoint.protocol(), code);
  // Not on Windows, where it lets two programs share a port.
#ifndef _WIN32
  if (!code) acceptor.set_option(tcp::acceptor::reuse_address(true), code);
#endif
  if (!code) acceptor.bind(endpoint, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  if (code) return Error{where + ": " + code.message()};
  running->address = {options.listen.host, acceptor.local_endpoint(code).port()};
  running->context = {running->address.port, options.exposed, dashboard_assets()};
  running->on_control = std::move(on_control);
  running->accept();
  running->beat();
  running->thread = std::thread([server = running.get()] { server->io.run(); });
  return std::unique_ptr<Dashboard>(new Dashboard(std::move(running)));
}

Dashboard::Dashboard(std::unique_ptr<Running> running) : running_(std::move(running)) {}

Dashboard::~Dashboard() { stop(); }

const Address& Dashboard::address() const { return running_->address; }

void Dashboard::update(ViewUpdate update) {
  asio::post(running_->io, [server = running_.get(), update = std::move(update)] {
    for (const std::string& event : server->view.apply(update)) server->publish(event);
  });
}

void Dashboard::set_folders(std::string run_folder, std::string runs_folder) {
  asio::post(running_->io, [server = running_.get(), run_folder = std::move(run_folder),
                            runs_folder = std::move(runs_folder)] {
    server->view.set_folder(run_folder);
    server->run_folder = run_folder;
    server->runs_folder = runs_folder;
  });
}

void Dashboard::stop() {
  if (!running_->thread.joinable()) return;
  asio::post(running_->io, [server = running_.get()] { server->stop(); });
  running_->thread.join();
  running_->sessions.clear();
}
}  // namespace franz::proxy
