#include "capturer/capturer_app.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include "capturer/codec/png.h"
#include "capturer/contact_sheet.h"
#include "capturer/desktop_app.h"
#include "capturer/sandbox_app.h"
#include "capturer/window_app.h"
#include "common/base/json.h"
#include "common/os/ahead_input.h"
#include "common/os/answer_lines.h"
#include "common/os/files.h"
#include "common/os/print.h"
#include "common/os/process_start.h"
#include "common/os/stdio.h"
#include "common/wire/refusal.h"

namespace franz::capturer {
namespace {
constexpr const char* kHelp =
    "capturer: draws the sandbox or grabs the screen, marks the picture and encodes it.\n"
    "\n"
    "usage: capturer < REQUEST.json    one franz.capturer.v2 request in, one reply out\n"
    "       capturer --lines < REQUESTS   one a line in, one a line out, until the input ends\n"
    "       capturer --ahead SURFACE RUN_DIR WIDTHxHEIGHT < LINES\n"
    "                                     makes ready what a request will need, before it comes; "
    "the\n"
    "                                     request is a line, and behind it a line \"go\" has "
    "files\n"
    "                                     written\n"
    "       capturer --contact-sheet FILE.png    every ink and mark, the overlays, the font\n"
    "       capturer --help | --version\n";

constexpr std::size_t kReadyMemory = 1U << 20U;  // bytes, for a request and its answer

int fail(const std::string& what) {
  print_error("capturer: " + what);
  return 1;
}

// From one line to the next.
struct Kept {
  std::optional<KeptDrawing> drawing;
  Follows follows = Follows::nothing;
  std::function<void()> wait_to_write = [] {};
};

struct Surface {
  std::string_view name;
  Result<CaptureReply> (*capture)(const CaptureRequest& request, Kept& kept);
  // Before there is a request; touches nothing.
  void (*prepare)(const std::string& run_dir, Size picture, Kept& kept) = [](const std::string&,
                                                                             Size, Kept&) {};
};
constexpr std::array kSurfaces{
    Surface{"sandbox",
            [](const CaptureRequest& request, Kept& kept) {
              return capture_sandbox(request, kept.drawing, kept.follows, kept.wait_to_write);
            },
            [](const std::string& run_dir, Size picture, Kept& kept) {
              kept.drawing = prepare_sandbox(run_dir, picture);
            }},
    Surface{"desktop",
            [](const CaptureRequest& request, Kept&) { return capture_desktop(request); }},
    Surface{"window", [](const CaptureRequest& request, Kept&) { return capture_window(request); }},
};

Result<CaptureReply> capture(const CaptureRequest& request, Kept& kept) {
  const auto surface = std::ranges::find(kSurfaces, request.options.surface, &Surface::name);
  if (surface != kSurfaces.end()) return surface->capture(request, kept);
  return Error{"/surface: " + request.options.surface + " is not supported by this build"};
}

Result<CaptureReply> answer(std::string_view input, Kept& kept) {
  const Result<CaptureRequest> request = parse_capture_request(input);
  Result<CaptureReply> reply =
      request.ok() ? capture(request.value(), kept) : Result<CaptureReply>(request.error());
  if (!reply.ok()) return within("request", reply.error());
  return reply;
}

int answer_request(std::string_view request, Kept kept) {
  const Result<CaptureReply> reply = answer(request, kept);
  kept.wait_to_write();  // who has gone is not there to be answered
  if (!reply.ok()) return fail(reply.error().message);
  const Status written = write_standard_output(to_json(reply.value()) + "\n");
  return written.ok() ? 0 : fail("standard output: " + written.error().message);
}

int answer_once() {
  const Result<std::string> input = read_standard_input(kMaxMessage);
  return input.ok() ? answer_request(input.value(), {}) : fail(input.error().message);
}

// A surface or size that is none costs the preparation alone: the request tells what is right.
int answer_ahead(const std::string& name, const std::string& run_dir, const std::string& size) {
  Kept kept;
  const auto surface = std::ranges::find(kSurfaces, name, &Surface::name);
  const std::optional<Size> picture = parse_size(size);
  const auto fits = [](int side) { return side >= 1 && side <= kMaxPictureSide; };
  if (surface != kSurfaces.end() && picture && fits(picture->width) && fits(picture->height)) {
    // Five times its pixels: plain, marked, filtered and packed, and what packs them.
    ready_memory(kReadyMemory + static_cast<std::size_t>(picture->width) *
                                    static_cast<std::size_t>(picture->height) * 15);
    surface->prepare(run_dir, *picture, kept);
  }
  AheadInput input;
  const Result<std::optional<std::string>> request = input.request(kMaxMessage);
  if (!request.ok()) return fail(request.error().message);
  if (!request.value()) return 0;
  kept.wait_to_write = [&input] {
    if (!input.may_act()) std::_Exit(0);  // wherever the drawing stands: nothing of it is wanted
  };
  return answer_request(*request.value(), std::move(kept));
}

int answer_all() {
  Kept kept;
  kept.follows = Follows::another_turn;
  const Status answered = answer_lines(kMaxMessage, [&kept](std::string_view line) {
    const Result<CaptureReply> reply = answer(line, kept);
    return reply.ok() ? to_json(reply.value())
                      : refusal_json(kCapturerProtocol, reply.error().message);
  });
  return answered.ok() ? 0 : fail(answered.error().message);
}

int write_sheet(const std::string& path) {
  const Status written = replace_file(path, encode_png(contact_sheet()), Durability::buffered);
  return written.ok() ? 0 : fail(written.error().message);
}
}  // namespace

int run_capturer_app(std::span<const std::string> arguments) {
  if (arguments.empty()) return answer_once();
  const std::string& first = arguments.front();
  if (arguments.size() == 2 && first == "--contact-sheet") return write_sheet(arguments[1]);
  if (arguments.size() == 1 && first == "--lines") return answer_all();
  if (arguments.size() == 4 && first == "--ahead")
    return answer_ahead(arguments[1], arguments[2], arguments[3]);
  if (arguments.size() == 1 && first == "--help") {
    return write_standard_output(kHelp).ok() ? 0 : 1;
  }
  if (arguments.size() == 1 && first == "--version") {
    return write_standard_output("capturer " FRANZ_VERSION "\n").ok() ? 0 : 1;
  }
  print_error_lines("capturer: unknown use of " + first + "\n\n" + kHelp);
  return 2;
}
}  // namespace franz::capturer
