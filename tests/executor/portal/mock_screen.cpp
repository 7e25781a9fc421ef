#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>
#include <array>
#include <cstring>
#include "tests/executor/portal/mock_portal.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr std::uint32_t kWidth = 64, kHeight = 40;
}  // namespace

struct MockScreen::Parts {
  pw_thread_loop* loop = nullptr;
  pw_stream* stream = nullptr;
  pw_stream_events events = {};
  std::uint32_t colour = 0;
  bool streams = false;

  static Parts& of(void* data) { return *static_cast<Parts*>(data); }
  static void state_changed(void* data, pw_stream_state, pw_stream_state state, const char*) {
    of(data).streams = state == PW_STREAM_STATE_STREAMING;
  }
  static void param_changed(void* data, std::uint32_t id, const spa_pod* param) {
    if (param == nullptr || id != SPA_PARAM_Format) return;
    std::array<std::uint8_t, 1024> space;
    spa_pod_builder builder = {};
    spa_pod_builder_init(&builder, space.data(), space.size());
    spa_pod_frame frame = {};
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers);
    spa_pod_builder_add(&builder, SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(4, 2, 8),
                        SPA_PARAM_BUFFERS_size, SPA_POD_Int(kWidth * kHeight * 4),
                        SPA_PARAM_BUFFERS_stride, SPA_POD_Int(kWidth * 4),
                        SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd),
                        0);
    const auto* buffers = static_cast<const spa_pod*>(spa_pod_builder_pop(&builder, &frame));
    pw_stream_update_params(of(data).stream, &buffers, 1);
  }
  // A picture that comes before the reader is ready would be lost.
  static void send_again(void* data, std::uint64_t) {
    if (of(data).streams) pw_stream_trigger_process(of(data).stream);
  }
  static void process(void* data) {
    pw_buffer* const buffer = pw_stream_dequeue_buffer(of(data).stream);
    if (buffer == nullptr) return;
    spa_data& pixels = buffer->buffer->datas[0];
    const std::uint32_t size = kWidth * kHeight * 4;
    for (std::uint32_t i = 0; i < size; i += 4)
      std::memcpy(static_cast<char*>(pixels.data) + i, &of(data).colour, 4);
    *pixels.chunk = {0, size, kWidth * 4, 0};
    pw_stream_queue_buffer(of(data).stream, buffer);
  }
};

MockScreen::MockScreen() : parts_(std::make_unique<Parts>()) {
  pw_init(nullptr, nullptr);
  Parts& parts = *parts_;
  parts.events.version = PW_VERSION_STREAM_EVENTS;
  parts.events.state_changed = Parts::state_changed;
  parts.events.param_changed = Parts::param_changed;
  parts.events.process = Parts::process;
  parts.loop = pw_thread_loop_new("mock", nullptr);
  pw_thread_loop_start(parts.loop);
  pw_thread_loop_lock(parts.loop);
  parts.stream = pw_stream_new_simple(
      pw_thread_loop_get_loop(parts.loop), "mock screen",
      pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", nullptr), &parts.events, parts_.get());
  std::array<std::uint8_t, 1024> space;
  spa_pod_builder builder = {};
  spa_pod_builder_init(&builder, space.data(), space.size());
  spa_video_info_raw info = {};
  info.format = SPA_VIDEO_FORMAT_BGRx;
  info.size = {kWidth, kHeight};
  info.framerate = {0, 1};
  const spa_pod* format = spa_format_video_raw_build(&builder, SPA_PARAM_EnumFormat, &info);
  pw_stream_connect(
      parts.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
      static_cast<pw_stream_flags>(PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS), &format, 1);
  pw_loop* const loop = pw_thread_loop_get_loop(parts.loop);
  timespec often{0, 200'000'000};
  pw_loop_update_timer(loop, pw_loop_add_timer(loop, Parts::send_again, parts_.get()), &often,
                       &often, false);
  pw_thread_loop_unlock(parts.loop);
  wait_until([&] { return node() != 0; });
}

MockScreen::~MockScreen() {
  pw_thread_loop_stop(parts_->loop);
  pw_stream_destroy(parts_->stream);
  pw_thread_loop_destroy(parts_->loop);
}

std::uint32_t MockScreen::node() const {
  pw_thread_loop_lock(parts_->loop);
  const std::uint32_t id = pw_stream_get_node_id(parts_->stream);
  pw_thread_loop_unlock(parts_->loop);
  return id == SPA_ID_INVALID ? 0 : id;
}

void MockScreen::show(std::uint32_t colour) {
  pw_thread_loop_lock(parts_->loop);
  parts_->colour = colour;
  if (parts_->streams) pw_stream_trigger_process(parts_->stream);
  pw_thread_loop_unlock(parts_->loop);
}
}  // namespace franz::executor
