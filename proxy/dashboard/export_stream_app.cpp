#include "proxy/dashboard/export_stream_app.h"
#include <algorithm>
#include <charconv>
#include <chrono>
#include "proxy/dashboard/export/export_app.h"

namespace franz::proxy {
static constexpr std::size_t kMaxWaiting = 1UL << 20U;
static constexpr std::size_t kMaxTaken = 256UL << 10U;
static constexpr auto kLookEvery = std::chrono::milliseconds(100);  // polls for the end

bool ExportStream::fill(const std::string& folder, bool redact, const std::atomic<bool>& stopping) {
  ExportOptions options;
  options.redact = redact;
  const auto made = stream_export(
      folder, options, [&](std::string_view piece) { return put(piece, stopping); },
      [&](std::size_t, std::size_t) {
        const std::lock_guard lock(mutex_);
        return !closed_ && !stopping;
      });
  if (!made.ok()) return false;
  const std::lock_guard lock(mutex_);
  waiting_ += "0\r\n\r\n";
  return !closed_;
}

// Adds one chunk. Source: RFC 9112 §7.1.
bool ExportStream::put(std::string_view piece, const std::atomic<bool>& stopping) {
  if (piece.empty()) return true;
  char size[16];
  const auto end = std::to_chars(size, size + sizeof size, piece.size(), 16).ptr;
  {
    std::unique_lock lock(mutex_);
    while (waiting_.size() > kMaxWaiting && !closed_ && !stopping) room_.wait_for(lock, kLookEvery);
    if (closed_ || stopping) return false;
    waiting_.append(size, end).append("\r\n").append(piece).append("\r\n");
  }
  ready_();
  return true;
}

std::string ExportStream::take() {
  const std::lock_guard lock(mutex_);
  std::string taken = waiting_.substr(0, kMaxTaken);
  waiting_.erase(0, taken.size());
  room_.notify_all();
  return taken;
}

void ExportStream::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  room_.notify_all();
}

// `name` as a file name in a header: that of a stranger's folder may contain anything.
static std::string file_name_of(const std::string& name) {
  const bool plain =
      !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
      });
  return (plain ? name : "run") + ".html";
}

std::string export_headers(const std::string& name) {
  static const std::string policy = export_policy();
  return "Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n"
         "Content-Disposition: attachment; filename=\"" +
         file_name_of(name) + "\"\r\nContent-Security-Policy: " + policy +
         "; frame-ancestors 'none'\r\n";
}
}  // namespace franz::proxy
