#include "capturer/sandbox_app.h"
#include <optional>
#include "capturer/capture_turn.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/canvas_file.h"
#include "capturer/sandbox/ink.h"
#include "capturer/sandbox/sandbox_picture.h"
#include "capturer/sandbox/sandbox_state.h"
#include "common/os/files.h"
#include "common/os/stdio.h"

namespace franz::capturer {
namespace {
constexpr const char* kCanvasName = "sandbox_canvas.bmp";
constexpr const char* kStateName = "sandbox_state.json";
constexpr std::size_t kMaxStateBytes = std::size_t{64} << 20U;

std::string text_of(Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

// The two files of one run, while one turn works on them.
class SandboxFolder {
 public:
  explicit SandboxFolder(const std::string& folder)
      : canvas_path_(join_path(folder, kCanvasName)), state_path_(join_path(folder, kStateName)) {
    if (!folder_exists(folder)) note_unsaved(make_folders(folder), folder);
  }

  // The last turn's state; a fresh one when there is none that can be read.
  SandboxState load_state() {
    if (!file_exists(state_path_)) return {};
    const Result<std::string> text = read_file(state_path_, kMaxStateBytes);
    if (text.ok()) {
      Result<SandboxState> state = parse_sandbox_state(text.value());
      if (state.ok() && read_actions(state.value().actions).ok()) return std::move(state).value();
      log(state_path_ + (state.ok() ? ": /actions" : ": " + state.error().message));
    } else {
      log(text.error().message);
    }
    warn(std::string(kStateName) + " was damaged: " + set_aside(state_path_, kStateName) +
         ", and the places of earlier clicks are forgotten");
    return {};
  }

  // The drawing so far; a fresh one when there is none that can be used. `size`: of a fresh one.
  Canvas load_canvas(Size size, bool expected) {
    if (file_exists(canvas_path_)) {
      std::string why;
      Result<std::vector<std::uint8_t>> bytes = read_canvas_file(canvas_path_);
      if (bytes.ok()) {
        Result<Canvas> canvas = Canvas::from_bytes(std::move(bytes).value());
        if (canvas.ok()) return std::move(canvas).value();
        why = canvas.error().message;
      } else {
        why = bytes.error().message;
      }
      log(canvas_path_ + ": " + why);
      warn(std::string(kCanvasName) + " was damaged (" + why + "): " +
           set_aside(canvas_path_, kCanvasName) + ", and a fresh black canvas takes its place");
    } else if (expected) {
      warn(std::string(kCanvasName) + " was missing: a fresh black canvas takes its place");
    }
    Canvas canvas(size);
    note_unsaved(replace_file(canvas_path_, text(canvas.bytes(), {0, canvas.bytes().size()}),
                              Durability::buffered),
                 canvas_path_);
    return canvas;
  }

  void save_state(const SandboxState& state) {
    note_unsaved(replace_file(state_path_, to_json(state), Durability::buffered), state_path_);
  }

  // Writes the rows that changed, if any.
  void save_ink(Canvas& canvas) {
    const ByteRange changed = canvas.take_changed();
    if (changed.size == 0) return;
    note_unsaved(overwrite_canvas_file(canvas_path_, changed.first, text(canvas.bytes(), changed)),
                 canvas_path_);
  }

  void warn(std::string warning) { warnings_.push_back(std::move(warning)); }
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  static std::string_view text(const std::vector<std::uint8_t>& bytes, ByteRange range) {
    return {reinterpret_cast<const char*>(bytes.data()) + range.first, range.size};
  }
  static void log(const std::string& line) { write_standard_error("capturer: " + line + "\n"); }

  // Keeps the damaged file beside its place; earlier ones stay too. Says what was done.
  std::string set_aside(const std::string& path, const std::string& name) {
    constexpr int kMostKept = 1000;
    std::string suffix = ".corrupt";
    for (int i = 2; i <= kMostKept && file_exists(path + suffix); ++i) {
      suffix = ".corrupt" + std::to_string(i);
    }
    const Status moved = rename_file(path, path + suffix);
    if (moved.ok()) return "it was set aside as " + name + suffix;
    log(moved.error().message);
    return "it could not be set aside";
  }

  // One warning a turn, with the system's reason but no path: the model reads it.
  void note_unsaved(const Status& status, const std::string& path) {
    if (status.ok()) return;
    const std::string& message = status.error().message;
    const bool named = message.rfind(path, 0) == 0;
    log(named ? message : path + ": " + message);
    if (unsaved_) return;
    unsaved_ = true;
    const std::size_t colon = message.rfind(": ");
    warn("this turn's drawing could not be saved: " +
         (colon == std::string::npos ? message : message.substr(colon + 2)));
  }

  std::string canvas_path_, state_path_;
  std::vector<std::string> warnings_;
  bool unsaved_ = false;
};

// Draws the last turn again: a kill may have left it half drawn. It must be in the file before the
// state that describes it is replaced.
void redo(SandboxFolder& folder, Canvas& canvas, const SandboxState& state) {
  const Result<std::vector<Action>> actions = read_actions(state.actions);
  if (!actions.ok()) return;  // load_state has checked it
  draw_ink(canvas, trace_actions(actions.value(), state.before, canvas.size()).actions);
  folder.save_ink(canvas);
}
}  // namespace

Result<CaptureReply> capture_sandbox(const CaptureRequest& request) {
  const PictureOptions& options = request.options;
  if (options.coordinates != Coordinates::normalised) {
    return Error{"/coordinates: expected normalised for the sandbox"};
  }
  const Result<std::vector<Action>> actions = read_actions(request.actions);
  if (!actions.ok()) return actions.error();

  SandboxFolder folder(options.run_dir);
  const SandboxState last = folder.load_state();
  Canvas canvas = folder.load_canvas(options.canvas, last.turn > 0);
  const Size size = canvas.size();
  if (size != options.canvas) {
    folder.warn("the canvas of this run is " + text_of(size) + " and stays so; " +
                text_of(options.canvas) + " was asked for");
  }
  redo(folder, canvas, last);

  const Pointers& before = last.turn == options.turn ? last.before : last.after;
  const Trace trace = trace_actions(actions.value(), before, size);
  const SandboxState state{options.turn, request.actions, before, trace.after};
  if (state != last) folder.save_state(state);
  draw_ink(canvas, trace.actions);
  folder.save_ink(canvas);
  if (trace.text_cut) {
    folder.warn("type(): the text is longer than the canvas is high; its end was not drawn");
  }

  CaptureReply reply =
      finish_picture(canvas.view(), options.picture, plan_marks(trace, options, size));
  reply.applied = trace.applied;
  reply.screen = {0, 0, size.width, size.height};
  reply.warnings = folder.take_warnings();
  return reply;
}
}  // namespace franz::capturer
