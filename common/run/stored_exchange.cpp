#include "common/run/stored_exchange.h"
#include <utility>
#include <variant>
#include "common/base/overload.h"
#include "common/http/content_coding.h"
#include "common/http/http_observer.h"
#include "common/wire/api/apis.h"

namespace franz {
namespace {
// The events of a connection that carried only this exchange.
class ExchangeReader {
 public:
  ExchangeReader(const std::string& request, const std::optional<std::string>& response)
      : request_(request), response_(response) {}

  StoredExchange go() {
    ObserverOptions options;
    options.own_host = std::nullopt;
    HttpObserver observer(std::move(options));
    const auto pass = [&](ConnectionEvent::Kind kind, const std::string& bytes) {
      ConnectionEvent event;
      event.id = 1;
      event.kind = kind;
      event.bytes = bytes;
      for (const HttpEvent& each : observer.observe(event))
        std::visit([this](const auto& it) { take(it); }, each);
    };
    pass(ConnectionEvent::Kind::opened, "");
    pass(ConnectionEvent::Kind::client_bytes, request_);
    if (response_) {
      pass(ConnectionEvent::Kind::server_bytes, *response_);
      pass(ConnectionEvent::Kind::server_end, "");
    }
    pass(ConnectionEvent::Kind::closed, "");
    if (read_.request == nullptr)
      read_.request_trouble = "it does not contain one complete HTTP request";
    return std::move(read_);
  }

 private:
  void take(const RequestStarted& event) {
    if (read_.request == nullptr)
      read_.has_turn_header = find_header(event.headers, kFranzTurnHeader).has_value();
  }
  void take(const RequestRead& event) {
    if (read_.request != nullptr) return;
    read_.request = event.request;
    if (asked_ != request_.size()) read_.request_trouble = "it has extra bytes after the request";
  }
  void take(const ResponseStarted& event) {
    if (read_.request == nullptr || read_.reply) return;
    read_.reply.emplace().status = event.status;
    const auto header = [&](const char* name) {
      return find_header(event.headers, name).value_or("");
    };
    read_.coding = header("content-encoding");
    if (const Api* const api = find_api_at(read_.request->target))
      reader_ = decoding_reader(read_.coding, api->reader(event.status, header("content-type")));
  }
  void take(const MessagePiece& piece) {
    const bool asked = piece.side == MessagePiece::Side::request;
    (asked ? asked_ : answered_) += piece.wire.size();
    if (asked && read_.request == nullptr) append_body(piece, read_.body);
    if (asked || reader_ == nullptr) return;
    for (const auto& [at, size] : piece.body)
      if (!reader_->feed(std::string_view(piece.wire).substr(at, size))) break;
    if (reader_->done()) finish(ReplyReader::End::broken);
  }
  void take(const HttpExchange& exchange) {
    if (!read_.reply) return;
    SeenReply& reply = *read_.reply;
    reply.problem = exchange.response.problem;
    reply.whole = exchange.delivered_whole;
    if (reply.whole && answered_ != response_->size())
      read_.response_trouble = "it has extra bytes after the reply";
    if (reader_ != nullptr)
      finish(reply.whole ? ReplyReader::End::whole : ReplyReader::End::broken);
    // A reply with its end marker is complete even if the connection failed afterwards.
    if (reply.reply && reply.reply->done) reply.problem.clear();
  }
  void take(const ObservationEnded& /*event*/) {}

  void finish(ReplyReader::End end) {
    read_.reply->reply = std::exchange(reader_, nullptr)->finish(end);
    read_.reply->text = story_token(*read_.reply->reply);
    read_.reply->reply->content.reset();
  }

  const std::string& request_;
  const std::optional<std::string>& response_;
  StoredExchange read_;
  std::size_t asked_ = 0, answered_ = 0;  // bytes
  std::unique_ptr<ReplyReader> reader_;
};
}  // namespace

StoredExchange read_exchange(const std::string& request,
                             const std::optional<std::string>& response) {
  return ExchangeReader(request, response).go();
}
}  // namespace franz
