#include "capturer/sandbox_app.h"
#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include "capturer/capture_turn.h"
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/ink.h"
#include "capturer/sandbox/sandbox_picture.h"
#include "capturer/sandbox/sandbox_state.h"
#include "common/os/folder.h"
#include "common/os/meanwhile.h"
#include "common/os/print.h"
#include "common/os/quarantine.h"
#include "common/picture/canvas_file.h"
#include "common/run/disk_warnings.h"
#include "common/run/run_files.h"

namespace franz::capturer {
namespace {
std::string text_of(Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

// Reads at most as many bytes as the canvas has. Failure: the system's reason, or the fault.
Result<Canvas> read_canvas(const OpenFile& file) {
  const auto read = [&file](std::size_t size) -> Result<std::vector<std::uint8_t>> {
    std::vector<std::uint8_t> bytes(size);
    const Result<std::size_t> count =
        file.read_into(reinterpret_cast<char*>(bytes.data()), 0, bytes.size());
    if (!count.ok()) return count.error();
    bytes.resize(count.value());
    return bytes;
  };
  const Result<std::vector<std::uint8_t>> header = read(kCanvasHeaderBytes);
  if (!header.ok()) return header.error();
  const Result<CanvasLayout> layout = read_canvas_layout(header.value());
  if (!layout.ok()) return layout.error();
  if (file.size() < layout.value().bytes()) return Error{"is cut off"};
  Result<std::vector<std::uint8_t>> bytes = read(layout.value().bytes());
  if (!bytes.ok()) return bytes.error();
  return Canvas::from_bytes(std::move(bytes).value());
}

std::string_view text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Status write_ink(const Folder& folder, const Canvas& canvas, const CanvasChanges& changed) {
  return folder.overwrite(kCanvasFile, changed.first,
                          text(canvas.bytes().subspan(changed.first, changed.size)));
}

// The two files of a run, during one turn.
class SandboxFolder {
 public:
  explicit SandboxFolder(const std::string& path) : path_(path), folder_(Folder::make(path)) {
    if (!folder_.ok()) note_unsaved(folder_.error(), path);
  }

  // The last turn's state; a new one if none can be read. Failure: something other than a file has
  // its name; it is left alone.
  Result<SandboxState> load_state() {
    if (!folder_.ok()) return SandboxState{};
    const Folder& folder = folder_.value();
    const Result<std::string> text =
        folder.read(kSandboxStateFile, max_run_file_bytes(kSandboxStateFile));
    if (text.ok()) {
      Result<SandboxState> state = parse_sandbox_state(text.value());
      if (state.ok()) {
        state_known_ = true;
        return state;
      }
      log(path_of(kSandboxStateFile) + ": " + state.error().message);
    } else if (text.error().code == ErrorCode::missing) {
      return SandboxState{};
    } else if (text.error().code == ErrorCode::not_a_file) {
      return text.error();
    } else {
      log(text.error().message);
    }
    warn(state_damaged_warning(keep_damaged(kSandboxStateFile)));
    state_damaged_ = true;
    return SandboxState{};
  }

  // The drawing so far; a new one of `size` if none is usable. Failure: see load_state().
  Result<Canvas> load_canvas(Size size, bool expected) {
    if (!folder_.ok()) return Canvas(size);
    const Folder& folder = folder_.value();
    auto file = folder.open_file(kCanvasFile);
    if (!file.ok() && file.error().code == ErrorCode::not_a_file) return file.error();
    if (file.ok() || file.error().code != ErrorCode::missing) {
      Result<Canvas> canvas = file.ok() ? read_canvas(*file.value()) : file.error();
      if (file.ok()) file.value().reset();  // Windows cannot replace an open file
      if (canvas.ok()) {
        // Rows must not be written into a file of another form.
        if (canvas.value().is_converted())
          if (const Status made = replace(kCanvasFile, text(canvas.value().bytes())); !made.ok())
            unmoved_.emplace(kCanvasFile, made.error());
        return canvas;
      }
      const std::string why = reason(canvas.error(), kCanvasFile);
      log(path_of(kCanvasFile) + ": " + why);
      warn(canvas_damaged_warning(why, keep_damaged(kCanvasFile)));
    } else if (expected) {
      warn(canvas_missing_warning());
    }
    Canvas canvas(size);
    is_fresh_ = true;
    static_cast<void>(replace(kCanvasFile, text(canvas.bytes())));
    return canvas;
  }

  // CaptureReply::found, after load_state() and load_canvas(). `last`: the state that was loaded.
  std::optional<int> found(const SandboxState& last, const Canvas& canvas) const {
    if (state_damaged_) return std::nullopt;
    if (is_fresh_ || !folder_.ok()) return 0;
    if (state_known_) return last.turn;
    // Killed between creating the canvas and its first state; otherwise the state was removed.
    return canvas.is_black() ? std::optional(0) : std::nullopt;
  }

  // The drawing that this process kept; nothing: it is another run's, or the files have changed.
  std::optional<KeptDrawing> take_kept(std::optional<KeptDrawing>& kept,
                                       const SandboxState& state) {
    std::optional<KeptDrawing> last = std::exchange(kept, std::nullopt);
    if (!folder_.ok() || !last || last->run_dir != path_ || last->state != state ||
        folder_.value().stamp(kCanvasFile) != last->file)
      return std::nullopt;
    return last;
  }

  // For the next turn, if the files contain this.
  std::optional<KeptDrawing> keep(const SandboxState& state, Canvas canvas, Picture plain) const {
    if (!folder_.ok() || unsaved_) return std::nullopt;
    const std::optional<FileStamp> file = folder_.value().stamp(kCanvasFile);
    if (!file) return std::nullopt;
    return KeptDrawing{path_, *file, state, std::move(canvas), std::move(plain)};
  }

  // Writes the changes, if any. After a failure the state is not written.
  void save_ink(Canvas& canvas) {
    const CanvasChanges changed = canvas.take_changed();
    const Folder* const to = changed.size > 0 ? folder_to_write(kCanvasFile) : nullptr;
    if (to == nullptr) return;
    const Status written = write_ink(*to, canvas, changed);
    if (!written.ok()) unmoved_.emplace(kSandboxStateFile, written.error());
    note_unsaved(written, path_of(kCanvasFile));
  }

  // Writes the state if it is new, then the ink that it describes. Writes neither if the other
  // cannot be written, so that the canvas contains the ink of the state's turn.
  void save_turn(const SandboxState& state, bool is_new, const Canvas& canvas,
                 const CanvasChanges& changed) {
    const Folder* const for_ink = changed.size > 0 ? folder_to_write(kCanvasFile) : nullptr;
    if (changed.size > 0 && for_ink == nullptr) return;
    if (is_new && !replace(kSandboxStateFile, to_json(state)).ok()) return;
    if (for_ink != nullptr)
      note_unsaved(write_ink(*for_ink, canvas, changed), path_of(kCanvasFile));
  }

  void warn(Warning warning) { warnings_.push_back(std::move(warning)); }
  std::vector<Warning> take_warnings() { return std::move(warnings_); }

 private:
  static void log(const std::string& line) { print_error("capturer: " + line); }
  std::string path_of(const std::string& name) const { return join_path(path_, name); }

  // The error's message without the path of its file.
  std::string reason(const Error& error, const std::string& name) const {
    const std::string path = path_of(name) + ": ";
    return error.message.starts_with(path) ? error.message.substr(path.size()) : error.message;
  }

  // A failure has been reported already.
  Status replace(const std::string& name, std::string_view bytes) {
    const Folder* const folder = folder_to_write(name);
    if (folder == nullptr) return Error{name + " cannot be written"};
    Status replaced = folder->replace(name, bytes, Durability::buffered);
    note_unsaved(replaced, path_of(name));
    return replaced;
  }

  // Renames a damaged file. Returns its new name; empty: it could not be renamed, so nothing is
  // written over it.
  std::string keep_damaged(const std::string& name) {
    const Result<std::string> aside = quarantine(folder_.value(), name);
    if (aside.ok()) return aside.value();
    log(aside.error().message);
    unmoved_.emplace(name, aside.error());
    return "";
  }

  // The run's folder if this file may be written; otherwise reports that it is not saved.
  const Folder* folder_to_write(const std::string& name) {
    if (!folder_.ok()) return nullptr;  // reported already
    const auto unmoved = unmoved_.find(name);
    if (unmoved == unmoved_.end()) return &folder_.value();
    note_unsaved(unmoved->second, path_of(name));
    return nullptr;
  }

  // One warning per turn, with the system's reason but without a path, because the model reads it.
  void note_unsaved(const Status& status, const std::string& path) {
    if (status.ok()) return;
    const std::string& message = status.error().message;
    const bool named = message.rfind(path, 0) == 0;
    log(named ? message : path + ": " + message);
    if (unsaved_) return;
    unsaved_ = true;
    const std::size_t colon = message.rfind(": ");
    warn(not_saved_warning(colon == std::string::npos ? message : message.substr(colon + 2)));
  }

  const std::string path_;
  const Result<Folder> folder_;
  std::map<std::string, Error> unmoved_;  // files that must not be written this turn, and why
  std::vector<Warning> warnings_;
  bool unsaved_ = false;
  bool state_known_ = false, state_damaged_ = false;  // both false: there was none
  bool is_fresh_ = false;                             // the canvas is new
};

// Draws the last turn again, because a kill may have left it half drawn. Returns what was drawn.
Trace redo(Canvas& canvas, const SandboxState& state) {
  Trace trace = trace_actions(to_actions(state.actions), state.rules, state.before, canvas.size());
  draw_ink(canvas, trace.actions);
  return trace;
}

// Adds the name of this build's bitmaps.
void add_own_glyphs(std::vector<std::string>& glyphs) {
  const std::string own(unifont().name);
  if (std::ranges::find(glyphs, own) != glyphs.end()) return;
  if (glyphs.size() == kMaxGlyphSources) glyphs.pop_back();
  glyphs.push_back(own);
}

// The form in the reply.
std::string joined(const std::vector<std::string>& glyphs) {
  std::string text;
  for (const std::string& each : glyphs) text += (text.empty() ? "" : " ") + each;
  return text;
}
}  // namespace

Result<CaptureReply> capture_sandbox(const CaptureRequest& request) {
  std::optional<KeptDrawing> nothing;
  return capture_sandbox(request, nothing, Follows::nothing);
}

Result<CaptureReply> capture_sandbox(const CaptureRequest& request,
                                     std::optional<KeptDrawing>& kept, Follows follows) {
  const PictureOptions& options = request.options;
  SandboxFolder folder(options.run_dir);
  const Result<SandboxState> loaded = folder.load_state();
  if (!loaded.ok()) return loaded.error();
  const SandboxState& last = loaded.value();
  std::optional<KeptDrawing> known = folder.take_kept(kept, last);
  Result<Canvas> drawing =
      known ? std::move(known->canvas) : folder.load_canvas(options.canvas, last.turn > 0);
  if (!drawing.ok()) return drawing.error();
  Canvas& canvas = drawing.value();
  const Size size = canvas.size();
  if (size != options.canvas) {
    folder.warn({"canvas_size", "the canvas of this run is " + text_of(size) + " and stays so; " +
                                    text_of(options.canvas) + " was asked for"});
  }
  const std::optional<int> found = folder.found(last, canvas);
  std::vector<std::string> glyphs = last.glyphs;
  if (!known && found != 0) {  // otherwise the drawing and its file are complete
    if (redo(canvas, last).beyond_font) add_own_glyphs(glyphs);
    // The file must contain it before the state that describes it is replaced.
    folder.save_ink(canvas);
  }

  const Pointers& before = last.turn == options.turn ? last.before : last.after;
  const Trace trace = trace_actions(to_actions(request.actions), request.rules, before, size);
  if (trace.beyond_font) add_own_glyphs(glyphs);
  const SandboxState state{options.turn, request.actions, request.rules,
                           before,       trace.after,     glyphs};
  draw_ink(canvas, trace.actions);
  const CanvasChanges changed = canvas.take_changed();
  if (trace.text_cut) folder.warn(text_cut_warning());

  Picture plain(Size{1, 1});
  if (known && known->plain.size() == options.picture) {
    plain = std::move(known->plain);
    resize_changed(canvas.view(), changed.blocks, plain);
  } else {
    plain = resize(canvas.view(), options.picture);
  }
  std::string digest;
  Meanwhile saving([&] {
    digest = plain_digest(plain);
    folder.save_turn(state, state != last, canvas, changed);
  });
  CaptureReply reply = reply_with(draw_plan(plain, plan_picture(trace, options, size)), request);
  saving.finish();
  reply.plain_sha256 = digest;
  reply.applied = trace.applied;
  reply.screen = {0, 0, size.width, size.height};
  reply.glyphs = joined(glyphs);
  reply.found = found;
  reply.warnings = folder.take_warnings();
  if (follows != Follows::nothing) kept = folder.keep(state, std::move(canvas), std::move(plain));
  return reply;
}
}  // namespace franz::capturer
