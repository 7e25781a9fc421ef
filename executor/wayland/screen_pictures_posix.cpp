#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>
#include "common/os/posix_support.h"
#include "common/wire/bridge_messages.h"
#include "executor/wayland/event_functions.h"
#include "executor/wayland/screen_pictures.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
// An output that is switched off gives no picture.
constexpr int kPictureMs = 5'000;

// Pixel formats of four bytes. Source: enum wl_shm.format.
constexpr std::array kBlueFirst{std::uint32_t{WL_SHM_FORMAT_ARGB8888},
                                std::uint32_t{WL_SHM_FORMAT_XRGB8888}};
constexpr std::array kRedFirst{std::uint32_t{WL_SHM_FORMAT_ABGR8888},
                               std::uint32_t{WL_SHM_FORMAT_XBGR8888}};

// Memory that is shared with the compositor.
class SharedPixels {
 public:
  SharedPixels() = default;
  ~SharedPixels() {
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
  }
  SharedPixels(const SharedPixels&) = delete;
  SharedPixels& operator=(const SharedPixels&) = delete;

  Status make(std::size_t size) {
    file_ = Descriptor(::memfd_create("franz-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    // The compositor must not make it smaller: reading beyond its end would end this program.
    if (!file_.ok() || ::ftruncate(file_.number(), static_cast<off_t>(size)) != 0 ||
        ::fcntl(file_.number(), F_ADD_SEALS, F_SEAL_SHRINK) != 0)
      return Error{std::string("no memory for a picture: ") + std::strerror(errno)};
    void* const mapped =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
    if (mapped == MAP_FAILED)
      return Error{std::string("no memory for a picture: ") + std::strerror(errno)};
    bytes_ = mapped;
    size_ = size;
    return Done{};
  }
  int descriptor() const { return file_.number(); }
  const std::uint8_t* bytes() const { return static_cast<const std::uint8_t*>(bytes_); }

 private:
  Descriptor file_;
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

struct BufferEnd {
  void operator()(wl_buffer* buffer) const { wl_buffer_destroy(buffer); }
};

// One output's picture while it is taken.
struct Frame {
  Frame() = default;
  ~Frame() {
    if (proxy)
      wl_proxy_marshal_flags(proxy.release(), kFrameDestroy, nullptr, 1, WL_MARSHAL_FLAG_DESTROY);
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  Proxy proxy;
  Screen place = {};
  std::uint32_t format = 0;
  OutputPicture picture = {};
  bool described = false, ready = false, failed = false;
  SharedPixels pixels;
  std::unique_ptr<wl_buffer, BufferEnd> buffer;
};

Frame& frame_of(void* data) { return *static_cast<Frame*>(data); }
void on_buffer(void* data, wl_proxy*, std::uint32_t format, std::uint32_t width,
               std::uint32_t height, std::uint32_t stride) {
  Frame& frame = frame_of(data);
  // The copy was requested: the memory has the size that was checked.
  if (frame.buffer) return;
  frame.format = format;
  constexpr std::uint32_t kMaxSide = 65'535;
  frame.picture.size = {static_cast<int>(std::min(width, kMaxSide + 1)),
                        static_cast<int>(std::min(height, kMaxSide + 1))};
  frame.picture.stride = stride;
  frame.described = true;
}
void on_flags(void* data, wl_proxy*, std::uint32_t flags) {
  frame_of(data).picture.bottom_up = (flags & kFrameBottomUp) != 0;
}
void on_ready(void* data, wl_proxy*, std::uint32_t, std::uint32_t, std::uint32_t) {
  frame_of(data).ready = true;
}
void on_failed(void* data, wl_proxy*) { frame_of(data).failed = true; }

Status check_picture(Frame& frame) {
  const OutputPicture& picture = frame.picture;
  const auto pixels = std::int64_t{picture.size.width} * picture.size.height;
  if (pixels < 1 || pixels > kMaxBridgePixels ||
      picture.stride < static_cast<std::uint32_t>(picture.size.width) * 4 ||
      picture.stride > static_cast<std::uint32_t>(picture.size.width) * 4 + 4'096)
    return Error{"the compositor offers a picture of an unusable size"};
  frame.picture.red_first = std::ranges::count(kRedFirst, frame.format) > 0;
  if (!frame.picture.red_first && std::ranges::count(kBlueFirst, frame.format) == 0)
    return Error{"the compositor offers pictures in the pixel format " +
                 std::to_string(frame.format) +
                 ", which FRANZ cannot read; set the output to 8 "
                 "bits per colour"};
  return Done{};
}

Status request_copy(Frame& frame, wl_proxy* shm) {
  if (const Status usable = check_picture(frame); !usable.ok()) return usable;
  const std::size_t bytes =
      std::size_t{frame.picture.stride} * static_cast<std::size_t>(frame.picture.size.height);
  if (const Status made = frame.pixels.make(bytes); !made.ok()) return made;
  wl_shm_pool* const pool = wl_shm_create_pool(
      reinterpret_cast<wl_shm*>(shm), frame.pixels.descriptor(), static_cast<std::int32_t>(bytes));
  frame.buffer.reset(
      wl_shm_pool_create_buffer(pool, 0, frame.picture.size.width, frame.picture.size.height,
                                static_cast<std::int32_t>(frame.picture.stride), frame.format));
  wl_shm_pool_destroy(pool);
  frame.picture.pixels = frame.pixels.bytes();
  wl_proxy_marshal_flags(frame.proxy.get(), kFrameCopy, nullptr, 1, 0, frame.buffer.get());
  return Done{};
}

bool overlaps(const Screen& place, const Screen& area) {
  return place.origin_x < area.origin_x + area.width &&
         area.origin_x < place.origin_x + place.width &&
         place.origin_y < area.origin_y + area.height &&
         area.origin_y < place.origin_y + place.height;
}

using Frames = std::vector<std::unique_ptr<Frame>>;

Frames request_frames(const WaylandGlobals& globals,
                      const std::vector<const ReportedOutput*>& outputs, const OutputLayout& layout,
                      const Screen& area) {
  Frames frames;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!overlaps(layout.places()[i], area)) continue;
    auto frame = std::make_unique<Frame>();
    frame->place = layout.places()[i];
    frame->picture.transform = outputs[i]->transform;
    frame->proxy.reset(wl_proxy_marshal_flags(globals.screencopy(), kCaptureOutput,
                                              &kScreencopyFrame, 1, 0, nullptr, 0,
                                              outputs[i]->output.get()));
    call_for_events<on_buffer, on_flags, on_ready, on_failed>(frame->proxy.get(), frame.get());
    frames.push_back(std::move(frame));
  }
  return frames;
}

// Waits until each frame has `reached` its next state.
Status wait_for(WaylandConnection& connection, const Frames& frames, bool Frame::*reached) {
  const Status waited = connection.wait_until(
      [&] {
        return std::ranges::all_of(
            frames, [&](const auto& frame) { return (*frame).*reached || frame->failed; });
      },
      kPictureMs);
  if (!waited.ok() && waited.error().code == ErrorCode::lost) return waited;
  if (!waited.ok())
    return Error{"the compositor gave no picture for " + std::to_string(kPictureMs / 1000) +
                 " seconds; is an output switched off, or the screen locked?"};
  if (std::ranges::any_of(frames, [](const auto& frame) { return frame->failed; }))
    return Error{"the compositor failed to copy an output's picture"};
  return waited;
}
}  // namespace

Result<std::string> take_screen_picture(WaylandConnection& connection,
                                        const WaylandGlobals& globals,
                                        const std::vector<const ReportedOutput*>& outputs,
                                        const OutputLayout& layout, const Screen& area) {
  const Frames frames = request_frames(globals, outputs, layout, area);
  if (const Status offered = wait_for(connection, frames, &Frame::described); !offered.ok())
    return offered.error();
  for (const auto& frame : frames)
    if (const Status requested = request_copy(*frame, globals.shm()); !requested.ok())
      return requested.error();
  if (const Status copied = wait_for(connection, frames, &Frame::ready); !copied.ok())
    return copied.error();
  std::string pixels(
      static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height) * 4, '\0');
  const std::span<std::uint8_t> data(reinterpret_cast<std::uint8_t*>(pixels.data()), pixels.size());
  for (const auto& frame : frames) paint_output(frame->picture, frame->place, area, data);
  return pixels;
}
}  // namespace franz::executor
