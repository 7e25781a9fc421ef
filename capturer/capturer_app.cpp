#include "capturer/capturer_app.h"
#include <algorithm>
#include <array>
#include <optional>
#include "capturer/desktop_app.h"
#include "capturer/sandbox_app.h"
#include "capturer/window_app.h"
#include "common/base/json.h"
#include "common/os/answer_lines.h"
#include "common/os/print.h"
#include "common/os/process_start.h"
#include "common/os/stdio.h"
#include "common/wire/refusal.h"

namespace franz::capturer {
namespace {
constexpr const char* kHelp =
    "capturer: draws the sandbox or grabs the screen, marks the picture and encodes it.\n"
    "\n"
    "usage: capturer < REQUEST.json       answers one franz.capturer.v2 request\n"
    "       capturer --lines < REQUESTS   answers one request per line, until the input ends\n"
    "       capturer --help | --version\n";

int fail(const std::string& what) {
  print_error("capturer: " + what);
  return 1;
}

// Kept between requests.
struct Kept {
  std::optional<KeptDrawing> drawing;
  Follows follows = Follows::nothing;
  KeptScreen screen;
};

struct Surface {
  std::string_view name;
  Result<CaptureReply> (*capture)(const CaptureRequest& request, Kept& kept);
};
constexpr std::array kSurfaces{
    Surface{"sandbox",
            [](const CaptureRequest& request, Kept& kept) {
              return capture_sandbox(request, kept.drawing, kept.follows);
            }},
    Surface{"desktop", [](const CaptureRequest& request,
                          Kept& kept) { return capture_desktop(request, kept.screen); }},
    Surface{"window", [](const CaptureRequest& request, Kept&) { return capture_window(request); }},
};

Result<CaptureReply> capture(const CaptureRequest& request, Kept& kept) {
  const auto surface = std::ranges::find(kSurfaces, request.options.surface, &Surface::name);
  if (surface != kSurfaces.end()) return surface->capture(request, kept);
  return Error{"/surface: " + request.options.surface + " is not supported by this build"};
}

Result<CaptureReply> answer(const Result<CaptureRequest>& request, Kept& kept) {
  Result<CaptureReply> reply =
      request.ok() ? capture(request.value(), kept) : Result<CaptureReply>(request.error());
  if (!reply.ok()) return within("request", reply.error());
  return reply;
}

int answer_once() {
  const Result<std::string> input = read_standard_input(kMaxMessage);
  if (!input.ok()) return fail(input.error().message);
  const Result<CaptureRequest> request = parse_capture_request(input.value());
  if (request.ok() && request.value().picture) {
    // Five times the pixels: plain, marked, filtered and packed pictures and the compressor's
    // memory, plus a megabyte for the request and its answer.
    const auto [width, height] = request.value().options.picture;
    ready_memory((1UL << 20U) +
                 static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 15);
  }
  Kept kept;
  const Result<CaptureReply> reply = answer(request, kept);
  if (!reply.ok()) return fail(reply.error().message);
  const Status written = write_standard_output(to_json(reply.value()) + "\n");
  return written.ok() ? 0 : fail("standard output: " + written.error().message);
}

int answer_all() {
  Kept kept;
  kept.follows = Follows::another_turn;
  const Status answered = answer_lines(kMaxMessage, [&kept](std::string_view line) {
    const Result<CaptureReply> reply = answer(parse_capture_request(line), kept);
    return reply.ok() ? to_json(reply.value())
                      : refusal_json(kCapturerProtocol, reply.error().message);
  });
  return answered.ok() ? 0 : fail(answered.error().message);
}
}  // namespace

int run_capturer_app(std::span<const std::string> arguments) {
  if (arguments.empty()) return answer_once();
  const std::string& first = arguments.front();
  if (arguments.size() == 1 && first == "--lines") return answer_all();
  if (arguments.size() == 1 && first == "--help") {
    return write_standard_output(kHelp).ok() ? 0 : 1;
  }
  if (arguments.size() == 1 && first == "--version") {
    return write_standard_output("capturer " FRANZ_VERSION "\n").ok() ? 0 : 1;
  }
  print_error_lines("capturer: invalid arguments: " + first + "\n\n" + kHelp);
  return 2;
}
}  // namespace franz::capturer
