#include "proxy/dashboard/http_server_app.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <deque>
#include <map>
#include <thread>
#include <utility>
#include "common/os/open_files.h"
#include "proxy/dashboard/http_session_app.h"
#include "proxy/relay/listen_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

static constexpr std::size_t kMaxConnections = 1000;
static constexpr std::size_t kMaxRefusals = 100;  // being refused at the same time
static constexpr std::size_t kFilesPerConnection = 2;
static constexpr auto kGoodbye = std::chrono::milliseconds(300);
static constexpr auto kAcceptAgain = std::chrono::milliseconds(100);

namespace {
using Connection = HttpServer::Connection;
using Sessions = std::map<Connection, std::shared_ptr<HttpSession>>;

// All connections; used on the thread of `io`.
struct Sockets {
  SessionShared shared;
  asio::io_context& io = *shared.io;
  tcp::acceptor acceptor{io};
  asio::steady_timer goodbye{io}, accept_again{io};
  std::deque<asio::steady_timer> timers;
  Address address;
  HttpServer::Handlers handlers;
  Connection last = 0;
  Sessions sessions;
  std::size_t refused = 0;  // sessions that only get a refusal
  std::thread thread;

  void accept();
  void take(tcp::socket socket);
  void gone(Connection connection, bool refusal);
  void stop();
  void repeat_every(asio::steady_timer& timer, std::chrono::milliseconds period,
                    std::function<void()> function);
  std::shared_ptr<HttpSession> find(Connection connection) const;
};
}  // namespace

struct HttpServer::Running : Sockets {};

namespace {
std::shared_ptr<HttpSession> Sockets::find(Connection connection) const {
  const auto found = sessions.find(connection);
  return found == sessions.end() ? nullptr : found->second;
}

void Sockets::accept() {
  acceptor.async_accept([this](const error_code& code, tcp::socket socket) {
    if (code == asio::error::operation_aborted || shared.stopping) return;
    if (!code) {
      take(std::move(socket));
      return accept();
    }
    // Probably no descriptor is free: waits until one is.
    accept_again.expires_after(kAcceptAgain);
    accept_again.async_wait([this](const error_code& cancelled) {
      if (!cancelled && !shared.stopping) accept();
    });
  });
}

void Sockets::take(tcp::socket socket) {
  const bool full = sessions.size() - refused >= kMaxConnections;
  if (full && refused >= kMaxRefusals) return;  // closes the socket
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const Connection id = ++last;
  const auto session = HttpSession::make(shared, id, std::move(socket));
  sessions[id] = session;
  if (!full) return session->start();
  ++refused;
  session->refuse(api_error(503, "there are " + std::to_string(kMaxConnections) +
                                     " connections already: close some pages"));
}

void Sockets::gone(Connection connection, bool refusal) {
  if (refusal) --refused;
  sessions.erase(connection);
  if (handlers.on_gone) handlers.on_gone(connection);
  if (shared.stopping && sessions.empty()) io.stop();
}

void Sockets::repeat_every(asio::steady_timer& timer, std::chrono::milliseconds period,
                           std::function<void()> function) {
  timer.expires_after(period);
  timer.async_wait([this, &timer, period, function = std::move(function)](const error_code& code) {
    if (code || shared.stopping) return;
    function();
    repeat_every(timer, period, function);
  });
}

void Sockets::stop() {
  shared.stopping = true;
  error_code ignored;
  acceptor.close(ignored);
  accept_again.cancel();
  const Sessions open = sessions;  // a copy, because ending removes them
  for (const auto& [id, session] : open) session->end_stream();
  if (sessions.empty()) io.stop();
  // A reader that does not read must not delay the end.
  goodbye.expires_after(kGoodbye);
  goodbye.async_wait([this](const error_code& code) {
    if (!code) io.stop();
  });
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const Address& address) {
  // For connections and the files that are sent.
  static_cast<void>(raise_open_files(kFilesPerConnection * (kMaxConnections + kMaxRefusals)));
  auto running = std::make_unique<Running>();
  error_code code;
  tcp::resolver resolver(running->io);
  const auto found =
      resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, code);
  if (code || found.empty())
    return Error{"dashboard: cannot listen on " + to_string(address) + ": " + code.message()};
  const tcp::endpoint endpoint = found.begin()->endpoint();
  tcp::acceptor& acceptor = running->acceptor;
  if (const Status listening = listen_at(acceptor, endpoint, address); !listening.ok())
    return Error{"dashboard: " + listening.error().message};
  running->address = {address.host, acceptor.local_endpoint(code).port()};
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(running)));
}

HttpServer::HttpServer(std::unique_ptr<Running> running) : running_(std::move(running)) {}

HttpServer::~HttpServer() {
  stop();
  running_->shared.files->join();
}

const Address& HttpServer::address() const { return running_->address; }

void HttpServer::start(Handlers handlers) {
  running_->handlers = std::move(handlers);
  running_->shared.on_request = [server = running_.get()](Connection id, const ApiRequest& asked) {
    server->handlers.on_request(id, asked);
  };
  running_->shared.gone = [server = running_.get()](Connection id, bool refusal) {
    server->gone(id, refusal);
  };
  running_->accept();
  running_->thread = std::thread([server = running_.get()] { server->io.run(); });
}

void HttpServer::stop() {
  if (!running_->thread.joinable()) return;
  asio::post(running_->io, [server = running_.get()] { server->stop(); });
  running_->thread.join();
  running_->handlers = {};
  // Each session refers to the server, whose members are destroyed in their own order.
  const Sessions open = std::exchange(running_->sessions, {});
  for (const auto& [id, session] : open) session->end();
}

void HttpServer::post(std::function<void()> function) {
  asio::post(running_->io, std::move(function));
}

void HttpServer::every(std::chrono::milliseconds period, std::function<void()> function) {
  running_->repeat_every(running_->timers.emplace_back(running_->io), period, std::move(function));
}

void HttpServer::answer(Connection connection, const ApiAnswer& answer) {
  if (const auto session = running_->find(connection)) session->answer(answer);
}

void HttpServer::send_file(Connection connection, const std::string& run_folder,
                           const ApiFile& file) {
  if (const auto session = running_->find(connection)) session->send_file(run_folder, file);
}

void HttpServer::begin_stream(Connection connection, const std::string& headers, Pull pull) {
  if (const auto session = running_->find(connection))
    session->begin_stream(headers, std::move(pull));
}

void HttpServer::wake(Connection connection) {
  if (const auto session = running_->find(connection)) session->wake();
}

void HttpServer::end_stream(Connection connection) {
  if (const auto session = running_->find(connection)) session->end_stream();
}

void HttpServer::cut(Connection connection) {
  if (const auto session = running_->find(connection)) session->end();
}
}  // namespace franz::proxy
