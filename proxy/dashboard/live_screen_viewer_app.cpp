#include "proxy/dashboard/live_screen_viewer_app.h"
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include "common/os/clock.h"

namespace franz::proxy {
namespace asio = boost::asio;

LiveScreenViewer::LiveScreenViewer(HttpServer& http, Look look)
    : http_(http), look_(std::move(look)), thread_(std::make_unique<asio::thread_pool>(1)) {}

LiveScreenViewer::~LiveScreenViewer() {
  cancel();
  // What it holds, such as a capturer that keeps running, belongs to that thread.
  asio::post(*thread_, [this] { look_ = nullptr; });
  thread_->join();
}

void LiveScreenViewer::ask(HttpServer::Connection connection, const std::string& known,
                           bool whole) {
  if (whole != last_whole_) pace_.forget();
  const LivePace::Next next = pace_.asked(steady_time_ms(), whole ? kUseRestMs : kWatchRestMs);
  if (next == LivePace::Next::last) return answer(connection, known);
  lookers_.emplace_back(connection, known);
  if (next == LivePace::Next::wait) return;
  Wanted wanted{whole, whole == last_whole_ ? last_sha256_ : ""};
  asio::post(*thread_, [this, wanted = std::move(wanted)] {
    const auto picture = std::make_shared<Result<Picture>>(look_(wanted, stop_.get_token()));
    http_.post([this, wanted, picture] { seen(wanted, std::move(*picture)); });
  });
}

void LiveScreenViewer::seen(const Wanted& wanted, Result<Picture> picture) {
  pace_.looked(steady_time_ms(), picture.ok());
  last_whole_ = wanted.whole;
  last_sha256_ = picture.ok() ? picture.value().sha256 : "";
  if (!picture.ok()) {
    last_ = api_look_answer(picture.error(), "");
  } else if (!picture.value().png.empty()) {
    last_ = api_look_answer(std::move(picture.value().png),
                            (wanted.whole ? "whole-" : "seen-") + last_sha256_);
  }
  for (const auto& [connection, known] : std::exchange(lookers_, {})) answer(connection, known);
}

void LiveScreenViewer::answer(HttpServer::Connection connection, const std::string& known) {
  const bool same = !last_.etag.empty() && last_.etag == known;
  http_.answer(connection, same ? ApiAnswer{204, "image/png", nullptr, ""} : last_);
}
}  // namespace franz::proxy
