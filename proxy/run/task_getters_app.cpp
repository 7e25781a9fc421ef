#include "proxy/run/task_getters_app.h"
#include <algorithm>
#include <chrono>
#include <utility>
#include "common/base/printable.h"
#include "common/os/child_process.h"
#include "common/os/folder.h"
#include "common/os/secret_variables.h"
#include "common/os/window_list.h"
#include "common/run/run_dir_app.h"
#include "common/tools/surface_facts.h"
#include "proxy/run/live_screen_app.h"
#include "proxy/tasks/canvas_part.h"

namespace franz::proxy {
using Kind = Getter::Kind;

static constexpr std::chrono::milliseconds kGetterMayTake{30'000};

static GetterResult stored(const Getter& getter, std::string bytes) {
  return {getter.key(), GetterResult::Kind::stored, std::move(bytes), ""};
}
static GetterResult absent(const Getter& getter, GetterResult::Kind kind, std::string why) {
  return {getter.key(), kind, "", std::move(why)};
}

static Result<GetterResult> take_windows(const Getter& getter, const GetterSources& from) {
  const auto windows = ask_for_windows(from.display->name(), from.settings.model.api_key_env,
                                       from.display->authority());
  if (!windows.ok()) return windows.error();
  std::string titles;
  for (const ListedWindow& window : windows.value())
    if (!window.minimised) titles += printable(window.title) + "\n";
  return stored(getter, titles);
}

static Result<GetterResult> take_region(const Getter& getter, const GetterSources& from) {
  // Even if the run is bounded to a window; pixel for pixel.
  Result<std::string> png =
      look_at(whole_screen(live_screen(from.settings, from.display), from.settings.surface.canvas));
  if (!png.ok()) return png.error();
  if (!getter.area) return stored(getter, std::move(png).value());
  Result<std::string> part = picture_part(png.value(), *getter.area);
  if (!part.ok()) return part.error();
  return stored(getter, std::move(part).value());
}

// A canvas that nothing was drawn on may have no file.
static Result<GetterResult> take_canvas(const Getter& getter, const GetterSources& from) {
  const Result<RunDir> run = RunDir::open(from.run_folder);
  if (!run.ok()) return run.error();
  const Result<std::string> file = run.value().read(kCanvasFile);
  if (!file.ok() && file.error().code == ErrorCode::missing)
    return absent(getter, GetterResult::Kind::missing, "nothing was drawn");
  if (!file.ok()) return file.error();
  Result<std::string> part = canvas_part(file.value(), getter.area);
  if (!part.ok()) return within(kCanvasFile, part.error());
  return stored(getter, std::move(part).value());
}

static ChildOutcome run_reading(const GetterSources& from,
                                const std::vector<std::string>& command) {
  std::vector<std::string> words = from.display->reading_prefix();
  words.insert(words.end(), command.begin(), command.end());
  const ChildCommand child{words.front(),
                           {words.begin() + 1, words.end()},
                           {},
                           "",
                           key_variables(from.settings.model.api_key_env)};
  return run_child(child, "", kGetterMayTake, {}, kMaxCommandOutput);
}

// The exit code does not matter: what is missing is printed nowhere.
static Result<GetterResult> take_output(const Getter& getter, const GetterSources& from) {
  ChildOutcome outcome = run_reading(from, getter.command);
  switch (outcome.end.kind) {
    case ChildEnd::Kind::exited: return stored(getter, std::move(outcome.output));
    case ChildEnd::Kind::deadline:
      return absent(getter, GetterResult::Kind::refused, "it did not end within 30 s");
    case ChildEnd::Kind::too_large:
      return absent(getter, GetterResult::Kind::refused, "it printed more than 1 MiB");
    case ChildEnd::Kind::killed:
      return absent(getter, GetterResult::Kind::refused, describe(outcome.end, kGetterMayTake));
    case ChildEnd::Kind::stopped:
    case ChildEnd::Kind::not_started: break;
  }
  return Error{"a getter " + describe(outcome.end, kGetterMayTake)};
}

static Result<GetterResult> take_file(const Getter& getter, const GetterSources& from) {
  const Result<Folder> home = Folder::open(from.display->home());
  if (!home.ok()) return home.error();
  Result<std::string> bytes = home.value().read(getter.path, kMaxGetterFile);
  if (bytes.ok()) return stored(getter, std::move(bytes).value());
  switch (bytes.error().code) {
    case ErrorCode::missing:
      return absent(getter, GetterResult::Kind::missing, "there is no such file");
    case ErrorCode::not_a_file:
      return absent(getter, GetterResult::Kind::refused, "it is no regular file, or behind a link");
    case ErrorCode::too_large:
      return absent(getter, GetterResult::Kind::refused, "it is larger than 64 MiB");
    case ErrorCode::denied:
      return absent(getter, GetterResult::Kind::refused, "it may not be read");
    case ErrorCode::failed:
    case ErrorCode::lost:
    case ErrorCode::unfinished:
    case ErrorCode::other_version: break;
  }
  return bytes.error();
}

static Result<GetterResult> take_one(const Getter& getter, const GetterSources& from) {
  switch (getter.kind) {
    case Kind::windows: return take_windows(getter, from);
    case Kind::region: return take_region(getter, from);
    case Kind::canvas: return take_canvas(getter, from);
    case Kind::command: return take_output(getter, from);
    case Kind::file: return take_file(getter, from);
    case Kind::answer:
      return from.answered
                 ? stored(getter, from.answer)
                 : absent(getter, GetterResult::Kind::missing, "the model gave no answer");
    case Kind::local: {
      Result<std::string> bytes = read_task_file(from.task, getter.path);
      if (!bytes.ok()) return bytes.error();
      return stored(getter, std::move(bytes).value());
    }
    case Kind::rule: break;
  }
  return Error{"a rule is not taken"};
}

Result<std::vector<GetterResult>> take_results(const GetterSources& sources) {
  const std::vector<Getter> getters = sources.task.task.getters();
  const auto is_on_screen = [](const Getter& getter) {
    return getter.kind == Kind::windows || getter.kind == Kind::region;
  };
  std::vector<GetterResult> results;
  std::size_t bytes = 0;
  for (const bool on_screen : {true, false}) {
    if (!on_screen && sources.display != nullptr) {
      if (const Status ended = sources.display->end_programs(); !ended.ok()) return ended.error();
      // Otherwise the confinement's own failure would look like a command's.
      const bool reads = std::ranges::any_of(
          getters, [](const Getter& getter) { return getter.kind == Kind::command; });
      if (reads && !run_reading(sources, {"/usr/bin/true"}).end.ok())
        return Error{"no command could be started to judge the trial"};
    }
    for (const Getter& getter : getters) {
      if (is_on_screen(getter) != on_screen) continue;
      Result<GetterResult> result = take_one(getter, sources);
      if (!result.ok()) return within(getter.key(), result.error());
      bytes += result.value().bytes.size();
      if (bytes > kMaxResults) {
        bytes -= result.value().bytes.size();
        result = absent(getter, GetterResult::Kind::refused,
                        "all results together are larger than 256 MiB");
      }
      results.push_back(std::move(result).value());
    }
  }
  return results;
}
}  // namespace franz::proxy
