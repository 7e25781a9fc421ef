#pragma once
// The JSON on the capturer's standard input and output, one object each way per turn:
//   {"protocol":"franz.capturer.v2","turn":7,"actions":["drag(350, 350, 370,
//   290)"],"surface":"sandbox",
//    "width":512,"height":288,"marks":{"classic":true,"cursor":false,"badge":true},"overlays":{…},
//    "canvas":{"width":1920,"height":1080},"display":":99","monitor":"all","window":null,"run_dir":"…",
//    "time":"2026-01-31T12:00:00Z","coordinates":{…},"seen":null,
//    "on_error":"stop","type_after":["left","double"],"numbers":[1],"picture":true,
//    "known_picture":"…","known_sha256":"…"}
//   {"protocol":"franz.capturer.v2","screenshot_b64":"…","applied":[true],"screen":{…},"renderer":1,
//    "plain_sha256":"…","glyphs":"unifont-e147e8ccc8f5","tiles":"…","picture_known":true,
//    "found":6|null,"warnings":[]}
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"
#include "common/wire/message_fields.h"
#include "common/wire/turn_options.h"

namespace franz {
inline constexpr const char* kCapturerProtocol = "franz.capturer.v2";

// How an action that cannot be performed affects the later ones.
enum class OnError {
  stop,  // no later action is performed
  skip,  // only that action is not performed
};

// Which clicks set the position for typed text.
struct TypeAfter {
  bool left = true, double_left = true, right = false;
  bool has(ToolId tool) const;
  friend bool operator==(const TypeAfter&, const TypeAfter&) = default;
};

// How the actions of a turn depend on each other: the dialect's rules.
struct ActionRules {
  OnError on_error = OnError::stop;
  TypeAfter type_after;
  friend bool operator==(const ActionRules&, const ActionRules&) = default;
};

// Reads the members "on_error" and "type_after". `fields` remembers failures.
ActionRules read_action_rules(MessageFields& fields);
void add_action_rules(JsonObject& object, const ActionRules& rules);

// The canonical calls in a member "actions". Failure: the first text that is not a call, as in
// "/actions/3: SyntaxError: …".
Result<std::vector<Call>> parse_actions(const std::vector<std::string>& texts);
void add_actions(JsonObject& object, const std::vector<Call>& actions);

struct CaptureRequest {
  PictureOptions options;
  ActionRules rules;
  std::vector<Call> actions;  // at most kMaxActions; their intervals are not sent
  // The number of each on its mark, from 1, ascending; empty: its place in `actions`. On a real
  // screen the list contains only marked actions, but the numbers count all actions of the turn.
  std::vector<int> numbers;
  bool picture = true;  // false: actions are drawn, but no picture is needed now
  // Real screens only, for a caller that looks again and again: CaptureReply::plain_sha256 of a
  // picture without marks that it has, or 64 zeros. If the new one has the same pixels, it is not
  // encoded (picture_known). There are no `tiles`. Empty and omitted: the caller does not.
  std::string known_sha256 = {};
};

struct CaptureReply {
  std::string screenshot_b64;  // PNG; empty: no picture
  std::vector<bool> applied;   // one per action, in order
  Screen screen;
  int renderer = 0;               // changes when the same actions produce other pixels
  std::string plain_sha256;       // of the resized RGB pixels before marks, overlays and badge
  std::vector<Warning> warnings;  // for the feedback
  // The font with the canvas's characters that builds may draw differently, joined by blanks if
  // several builds drew ("boxes": the characters' codes). Empty and omitted: no such characters.
  std::string glyphs = {};
  // A real screen only: digests of the parts of the screen as it is in the picture, without the
  // pointer (desktop/screen_tiles.h). Empty and omitted: none.
  std::string tiles = {};
  // The picture equals PictureOptions::known_picture, or CaptureRequest::known_sha256, and
  // screenshot_b64 is empty. Omitted if false.
  bool picture_known = false;
  // Sandbox only: the turn that last drew on the canvas before this turn, according to the
  // capturer's own state; 0: the canvas was fresh and black. Nothing, null in JSON: unknown, since
  // the state was damaged, or the surface is a real screen.
  std::optional<int> found = {};
};

// A text was longer than the canvas is high. Other glyph widths may change that.
Warning text_cut_warning();

// Failure: names the first wrong field and what was expected, "/width: expected 1..8192", or the
// first action that is not a call, "/actions/3: SyntaxError: …".
Result<CaptureRequest> parse_capture_request(std::string_view text);
Result<CaptureReply> parse_capture_reply(std::string_view text);
std::string to_json(const CaptureRequest& request);
std::string to_json(const CaptureReply& reply);
}  // namespace franz
