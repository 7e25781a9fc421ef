#pragma once
// What a person does on a screen that is shown on the dashboard: from the page to the proxy
// (docs/http-api.md), and from there to `executor --person`, a line for each batch:
//   {"events":[{"type":"move","x":640,"y":360},
//              {"type":"button","button":"left","down":true,"x":640,"y":360},
//              {"type":"wheel","direction":"down","notches":1,"x":640,"y":360},
//              {"type":"key","key":"a","code":"KeyA","down":true},
//              {"type":"text","text":"pasted"},
//              {"type":"release"}]}
// The executor prints {"ready":true} once, and for each batch {"done":true} or
// {"done":true,"trouble":"the keyboard has no key F25"}.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
class MessageFields;

inline constexpr std::size_t kMaxPersonEvents = 256;  // in a batch
inline constexpr std::size_t kMaxPersonText = 16384;  // bytes
inline constexpr std::size_t kMaxPersonKeyName = 32;  // bytes of `key` and of `code`
inline constexpr int kMaxPersonNotches = 20;          // of a wheel in one event
inline constexpr int kMaxPersonPlace = 32767;         // pixels; a larger place does not exist

struct PersonEvent {
  enum class Kind {
    move,
    button,
    wheel,
    key,
    text,  // is typed after all keys were released; modifiers are then held again, buttons stay as
           // they are
    release,  // releases everything that is held down
  };
  Kind kind = Kind::move;
  Point at{0, 0};  // move, button, wheel: pixels of the whole screen; the pointer moves there first
  std::string name;  // button: left, middle, right; wheel: up, down, left, right
  // button, key: it was pressed; false: released. A repeated key is pressed again without a
  // release.
  bool down = false;
  int notches = 1;   // wheel
  std::string key;   // as in KeyboardEvent.key: "a", "Enter"
  std::string code;  // as in KeyboardEvent.code: "KeyA"; identifies the key that is released
  std::string text;  // UTF-8, not empty
  friend bool operator==(const PersonEvent&, const PersonEvent&) = default;
};

// What a person has sent; never what it was.
struct PersonCounts {
  int clicks = 0;  // buttons pressed
  int keys = 0;    // keys pressed, with repetitions
  int texts = 0;   // texts pasted
  void add(const std::vector<PersonEvent>& events);
  friend bool operator==(const PersonCounts&, const PersonCounts&) = default;
};
// "3 clicks, 12 keys, 1 text"
std::string to_string(const PersonCounts& counts);

// The member "events". `fields` remembers failures.
std::vector<PersonEvent> read_person_events(MessageFields& fields);
// A line for the executor, without its end.
std::string to_json(const std::vector<PersonEvent>& events);

// Failure: names the wrong member.
Result<std::vector<PersonEvent>> parse_person_line(std::string_view line);

inline constexpr std::string_view kPersonReady = R"({"ready":true})";
// A line from the executor after a batch. `trouble`: what could not be done, for the person; empty:
// nothing.
std::string person_done_json(const std::string& trouble);
Result<std::string> parse_person_done(std::string_view line);
}  // namespace franz
