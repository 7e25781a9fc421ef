#pragma once
// Reads an ATIF trajectory of any producer as the turns of a run (docs/import.md). The file's
// author is not trusted. Pure: no picture is opened.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "common/wire/control_messages.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
inline constexpr std::size_t kMaxAtifFile = 64UL << 20U;  // bytes: the limit of JsonDocument
inline constexpr std::size_t kMaxAtifSteps = 10'000;
// Bytes of each text, of the calls of a step, and of what is seen before a turn, so that a record
// stays below kMaxMessage.
inline constexpr std::size_t kMaxAtifText = 1UL << 20U;
inline constexpr std::size_t kMaxAtifParts = 1000;  // of a message, and results of an observation
// Pixels of all pictures together: at most 30 GB are decoded and compressed.
inline constexpr std::int64_t kMaxAtifPixels = 10'000'000'000;

// A picture of the trajectory: exactly one of `path` and `data` is not empty.
struct AtifPicture {
  std::string pointer;  // JSON pointer of its address, for messages
  std::string path;     // relative to the trajectory's folder; no part of it is ".." or "."
  std::string data;     // base64, from a data URL
};

// A turn: what was seen before a reply, and the reply. The record's picture is missing; `picture`
// says where it is.
struct AtifTurn {
  TurnRecord record;  // attempt 1, `unwitnessed`
  std::optional<AtifPicture> picture;
};

struct AtifRun {
  std::string format, agent, agent_version;  // "ATIF-v1.7"; the producer
  std::string model, objective;              // may be empty
  std::vector<AtifTurn> turns;
  std::optional<Finish> finish;      // of a run of FRANZ's
  std::vector<std::string> remarks;  // for people: what the turns have no place for
};

// Failure: no JSON, a value of a wrong kind, something over a limit, a picture's path that leaves
// the folder, or no step of the agent. The message begins with the JSON pointer. Unknown members
// are ignored.
Result<AtifRun> read_atif(std::string text);

// `text`, `between` and `more`; without `between` if one of the texts is empty.
std::string joined(std::string text, std::string_view more, std::string_view between);

// The totals of "final_metrics" for people: "1200 tokens in, 0.5 USD"; empty: there are none. A
// value of a wrong kind is a failure of `fields`.
std::string totals_of(MessageFields& fields);

// Whether an address begins with a URL's scheme, which begins with a letter. One letter is a drive
// of Windows. Source: RFC 3986 §3.1.
bool has_scheme(std::string_view address);

// "image/gif" or "image/webp", which are not decoded, if the media type or a data URL says so;
// empty: neither does.
std::string undecoded_type(std::string_view address, std::string_view media_type);

// A relative path without its "." parts. Empty: it is absolute, has a "..", an empty part, a colon
// or a backslash, or is too long.
std::string path_inside(std::string_view path);

// A time of ISO 8601 in the form of utc_text(): "2026-01-31T12:00:00.25+02:00". Without an offset
// it counts as UTC. Nothing: another form.
std::optional<std::string> utc_of_iso(std::string_view text);

// The canonical call of a tool of ours with named arguments: the inverse of tool_name() and
// arguments_json(). `arguments`: a JSON object. Nothing: no such tool, or other arguments.
std::optional<std::string> canonical_of(std::string_view tool, std::string_view arguments);
}  // namespace franz::proxy
