#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <algorithm>
#include <array>
#include <utility>
#include "common/os/clock.h"
#include "common/wire/bridge_messages.h"
#include "executor/portal/screen_stream.h"
#include "executor/portal/stream_pixels.h"

namespace franz::executor {
namespace {
constexpr int kFirstPictureMs = 10'000, kNewSizeMs = 2'000;
// More would only cost the compositor time: FRANZ looks some times in a second at most.
constexpr std::uint32_t kPicturesPerSecond = 30;
constexpr int kLargestSide = 16'384;
}  // namespace

// All members below `loop` are used with its lock only.
struct ScreenStream::Parts {
  std::function<void()> on_failure;
  pw_thread_loop* loop = nullptr;
  pw_context* context = nullptr;
  pw_core* core = nullptr;
  pw_stream* stream = nullptr;
  spa_hook core_listener = {}, stream_listener = {};
  pw_core_events core_events = {};
  pw_stream_events stream_events = {};
  pw_buffer* newest = nullptr;  // of the stream, not given back yet
  StreamPicture picture = {};   // without pixels: the format of the pictures that come
  std::uint64_t pictures = 0;
  std::string failure;

  ~Parts();
  Status start(int descriptor, std::uint32_t node);
  void fail(std::string reason);
  void take_newest();
  StreamPicture newest_picture() const;

  static Parts& of(void* data) { return *static_cast<Parts*>(data); }
  static void core_error(void* data, std::uint32_t id, int, int, const char* message);
  static void state_changed(void* data, pw_stream_state, pw_stream_state state, const char* error);
  static void param_changed(void* data, std::uint32_t id, const spa_pod* param);
  static void process(void* data) { of(data).take_newest(); }
  static void remove_buffer(void* data, pw_buffer* buffer);
};

namespace {
// Holds the loop's lock.
class LoopLock {
 public:
  explicit LoopLock(pw_thread_loop* loop) : loop_(loop) { pw_thread_loop_lock(loop_); }
  ~LoopLock() { pw_thread_loop_unlock(loop_); }
  LoopLock(const LoopLock&) = delete;
  LoopLock& operator=(const LoopLock&) = delete;

 private:
  pw_thread_loop* loop_;
};

// Which pictures FRANZ can read. Without a modifier for DMA-BUF, they come in shared memory.
const spa_pod* offered_format(spa_pod_builder& builder) {
  spa_pod_frame frame = {};
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
  const spa_rectangle usual{1920, 1080}, least{1, 1}, most{kLargestSide, kLargestSide};
  const spa_fraction any{0, 1}, no_more{kPicturesPerSecond, 1}, one{1, 1};
  spa_pod_builder_add(
      &builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
      SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw), SPA_FORMAT_VIDEO_format,
      SPA_POD_CHOICE_ENUM_Id(5, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_RGBx,
                             SPA_VIDEO_FORMAT_BGRA, SPA_VIDEO_FORMAT_RGBA),
      SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most),
      SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&any, &any, &no_more),
      SPA_FORMAT_VIDEO_maxFramerate, SPA_POD_CHOICE_RANGE_Fraction(&no_more, &one, &no_more), 0);
  return static_cast<const spa_pod*>(spa_pod_builder_pop(&builder, &frame));
}

const spa_pod* wanted_buffers(spa_pod_builder& builder) {
  spa_pod_frame frame = {};
  spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers);
  // One is kept until the next one comes, so two are not enough.
  spa_pod_builder_add(&builder, SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(4, 3, 16),
                      SPA_PARAM_BUFFERS_dataType,
                      SPA_POD_CHOICE_FLAGS_Int((1 << SPA_DATA_MemFd) | (1 << SPA_DATA_MemPtr)), 0);
  return static_cast<const spa_pod*>(spa_pod_builder_pop(&builder, &frame));
}
}  // namespace

ScreenStream::Parts::~Parts() {
  if (loop != nullptr) pw_thread_loop_stop(loop);
  if (stream != nullptr) pw_stream_destroy(stream);
  if (core != nullptr) pw_core_disconnect(core);
  if (context != nullptr) pw_context_destroy(context);
  if (loop != nullptr) pw_thread_loop_destroy(loop);
}

void ScreenStream::Parts::fail(std::string reason) {
  if (!failure.empty()) return;
  failure = std::move(reason);
  pw_thread_loop_signal(loop, false);
  on_failure();
}

void ScreenStream::Parts::core_error(void* data, std::uint32_t id, int, int, const char* message) {
  // Other objects report their errors themselves.
  if (id == PW_ID_CORE) of(data).fail(std::string("PipeWire: ") + message);
}

void ScreenStream::Parts::state_changed(void* data, pw_stream_state, pw_stream_state state,
                                        const char* error) {
  if (state == PW_STREAM_STATE_ERROR)
    of(data).fail(std::string("PipeWire: ") + (error == nullptr ? "the stream ended" : error));
  if (state == PW_STREAM_STATE_UNCONNECTED) of(data).fail("the desktop ended the screen's stream");
}

void ScreenStream::Parts::param_changed(void* data, std::uint32_t id, const spa_pod* param) {
  Parts& parts = of(data);
  if (param == nullptr || id != SPA_PARAM_Format) return;
  spa_video_info_raw format = {};
  if (spa_format_video_raw_parse(param, &format) < 0)
    return parts.fail("PipeWire chose a format without a size");
  parts.picture.size = {static_cast<int>(format.size.width), static_cast<int>(format.size.height)};
  parts.picture.red_first =
      format.format == SPA_VIDEO_FORMAT_RGBx || format.format == SPA_VIDEO_FORMAT_RGBA;
  if (std::int64_t{parts.picture.size.width} * parts.picture.size.height > kMaxBridgePixels)
    return parts.fail("the screen has more than 64 megapixels");
  std::array<std::uint8_t, 1024> space;
  spa_pod_builder builder = {};
  spa_pod_builder_init(&builder, space.data(), space.size());
  const spa_pod* buffers = wanted_buffers(builder);
  pw_stream_update_params(parts.stream, &buffers, 1);
}

void ScreenStream::Parts::take_newest() {
  for (pw_buffer* buffer = nullptr; (buffer = pw_stream_dequeue_buffer(stream)) != nullptr;) {
    const spa_data& data = buffer->buffer->datas[0];
    const bool is_picture = data.data != nullptr && data.chunk->size > 0 &&
                            (data.chunk->flags & SPA_CHUNK_FLAG_CORRUPTED) == 0;
    if (is_picture) {
      std::swap(newest, buffer);
      ++pictures;
    }
    if (buffer != nullptr) pw_stream_queue_buffer(stream, buffer);
  }
  pw_thread_loop_signal(loop, false);
}

void ScreenStream::Parts::remove_buffer(void* data, pw_buffer* buffer) {
  Parts& parts = of(data);
  if (parts.newest == buffer) parts.newest = nullptr;
}

StreamPicture ScreenStream::Parts::newest_picture() const {
  StreamPicture shown = picture;
  const spa_data& data = newest->buffer->datas[0];
  const std::uint32_t offset = std::min(data.chunk->offset, data.maxsize);
  shown.pixels = static_cast<const std::uint8_t*>(data.data) + offset;
  shown.bytes = std::min(data.chunk->size, data.maxsize - offset);
  shown.stride = data.chunk->stride;
  return shown;
}

Status ScreenStream::Parts::start(int descriptor, std::uint32_t node) {
  loop = pw_thread_loop_new("screen", nullptr);
  context = loop == nullptr ? nullptr : pw_context_new(pw_thread_loop_get_loop(loop), nullptr, 0);
  if (context == nullptr || pw_thread_loop_start(loop) < 0)
    return Error{"PipeWire's library does not start; install libpipewire-0.3-modules"};
  core_events.version = PW_VERSION_CORE_EVENTS;
  core_events.error = core_error;
  stream_events.version = PW_VERSION_STREAM_EVENTS;
  stream_events.state_changed = state_changed;
  stream_events.param_changed = param_changed;
  stream_events.remove_buffer = remove_buffer;
  stream_events.process = process;
  const LoopLock lock(loop);
  core = pw_context_connect_fd(context, descriptor, nullptr, 0);
  if (core == nullptr) return Error{"PipeWire does not answer; see that it runs"};
  pw_core_add_listener(core, &core_listener, &core_events, this);
  stream = pw_stream_new(core, "FRANZ",
                         pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY,
                                           "Capture", PW_KEY_MEDIA_ROLE, "Screen", nullptr));
  if (stream == nullptr) return Error{"PipeWire creates no stream"};
  pw_stream_add_listener(stream, &stream_listener, &stream_events, this);
  std::array<std::uint8_t, 1024> space;
  spa_pod_builder builder = {};
  spa_pod_builder_init(&builder, space.data(), space.size());
  const spa_pod* format = offered_format(builder);
  if (pw_stream_connect(
          stream, PW_DIRECTION_INPUT, node,
          static_cast<pw_stream_flags>(PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_MAP_BUFFERS),
          &format, 1) < 0)
    return Error{"PipeWire does not connect the screen's stream"};
  return Done{};
}

Result<std::unique_ptr<ScreenStream>> ScreenStream::connect(int descriptor, std::uint32_t node,
                                                            std::function<void()> on_failure) {
  pw_init(nullptr, nullptr);
  auto parts = std::make_unique<Parts>();
  parts->on_failure = std::move(on_failure);
  if (const Status started = parts->start(descriptor, node); !started.ok()) return started.error();
  std::unique_ptr<ScreenStream> stream(new ScreenStream(std::move(parts)));
  stream->wait_for_more(0, kFirstPictureMs);
  if (std::string reason = stream->failure(); !reason.empty()) return Error{std::move(reason)};
  if (stream->pictures() == 0)
    return Error{"no picture of the screen came from PipeWire in " +
                 std::to_string(kFirstPictureMs / 1000) +
                 " s: see that pipewire and wireplumber run (systemctl --user status)"};
  return stream;
}

ScreenStream::ScreenStream(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ScreenStream::~ScreenStream() = default;

Size ScreenStream::size() const {
  const LoopLock lock(parts_->loop);
  return parts_->picture.size;
}

std::uint64_t ScreenStream::pictures() const {
  const LoopLock lock(parts_->loop);
  return parts_->pictures;
}

std::string ScreenStream::failure() const {
  const LoopLock lock(parts_->loop);
  return parts_->failure;
}

void ScreenStream::wait_for_more(std::uint64_t before, int milliseconds) const {
  const LoopLock lock(parts_->loop);
  timespec until = {};
  pw_thread_loop_get_time(parts_->loop, &until, std::int64_t{milliseconds} * SPA_NSEC_PER_MSEC);
  while (parts_->pictures <= before && parts_->failure.empty())
    if (pw_thread_loop_timed_wait_full(parts_->loop, &until) < 0) return;
}

Result<std::string> ScreenStream::pixels(const Screen& area) const {
  const LoopLock lock(parts_->loop);
  // While the screen changes its size there is none for a moment.
  if (parts_->newest == nullptr) wait_for_more(parts_->pictures, kNewSizeMs);
  if (parts_->newest == nullptr) return Error{"the desktop sends no picture of its screen"};
  return pixels_of(parts_->newest_picture(), area);
}
}  // namespace franz::executor
