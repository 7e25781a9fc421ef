#include "proxy/dashboard/export_stream_app.h"
#include <charconv>
#include <chrono>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "proxy/offline/export/export_app.h"
#include "proxy/offline/export/export_style.h"

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

// Decodes hexadecimal digits.
static std::string bytes_of_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    int byte = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::string export_headers() {
  // The page contains one style sheet; only the one with this digest is allowed.
  const std::string style = base64_encode(bytes_of_hex(sha256_hex(kExportStyle)));
  return "Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n"
         "Content-Security-Policy: default-src 'none'; style-src 'sha256-" +
         style +
         "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";
}
}  // namespace franz::proxy
