#pragma once
// The JSON on the executor's standard input and output, one object each way per turn:
//   {"protocol":"franz.executor.v2","turn":7,"dialect":"python","surface":"sandbox",
//    "tools":{"left_click":true,…},…picture options…,"capturer_timeout_ms":15000,"desktop":{…},
//    "mode":"act"|"plan"|"interrupted"|"overtaken",
//    "approve":"risky"|"always","risky":["launch"],
//    "approved":null|[{"index":0,"around":"…"}],"unapproved":[1],"refusal":"the operator refused",
//    "picture":"always"|"when_asked","pointer":[500,300],"finish_reason":"stop","asked_back":true,
//    "dump_file":"dumps/screen_0007.png",
//    "known_picture":"…","calls":[{"id":<token>,"name":<token>,"arguments":<JSON>}],
//    "raw":<token>|null}
//   {"protocol":"franz.executor.v2","feedback":"OK: 8 actions executed.","answers":[],
//    "items":[{"call":"drag(350, 350, 370, 290)","written":"drag(350,350,370,290)","line":1,
//              "id":null,"note":null,"outcome":"done","why":"","from":[672,378],"to":[710,313],
//              "risk":"launch","around":"…","changed":true,"model_call":"drag(448, 252, 473, 209)",
//              "pointer":[12,80],"window":{"id":"4711","title":"Save as","app":"Zenity","pid":99},
//              "changed_before":false}],
//    "blocks":1,"passed_over":["thoughts"],"error":null|{"class":"TypeError","text":"…","line":1},
//    "done":null,"takeover":true,"pointer":[500,300],"degraded":[],
//    "warnings":[],"screenshot_b64":"…","screen":{…},"renderer":1,"plain_sha256":"…","tiles":"…",
//    "found":6|null,"timings_ms":{"parse":0.1,"input":0,"capture":3.9}}
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/wire/message_fields.h"
#include "common/wire/reply.h"
#include "common/wire/shared_json.h"
#include "common/wire/turn_options.h"

namespace franz {
inline constexpr const char* kExecutorProtocol = "franz.executor.v2";

struct DesktopOptions {
  std::string display;          // as in PictureOptions
  std::string monitor = "all";  // as in PictureOptions
  int step_delay_ms = 0;        // between two items
  int settle_ms = 0;            // between the last item and the picture
  int still_ms = 0;             // maximum additional wait until nothing changes
  std::vector<std::string> only_windows;
  // A person sits at the screen: the pixel of its corner (corner_of()) is reserved for them, and
  // our pointer never goes there. Omitted if false.
  bool person = false;
  // Input ends when the person moves the mouse or presses something. Omitted if false.
  bool takeover = false;
  // The keys by which the person stops the run, as for key_combination(). With shift they resume
  // it. The model may press neither combination. Empty: none, and omitted.
  std::string panic_key;
  // Surface `window` only. True: an action at a place is refused if the window was moved or resized
  // since the picture that the place refers to. False: the place is relative to the window's
  // current corner. "strict"; omitted if false.
  bool strict = false;
  // The command prefix that confines each launched command; empty: none, and omitted.
  std::vector<std::string> launch_prefix;
};

// How the reply is handled.
enum class ActingMode {
  act,          // it is performed
  plan,         // it is read and refused: no input is sent
  interrupted,  // the same; an earlier executor did not finish performing it
  overtaken,    // the same; a person used the screen since its picture, or it is another one
};

// Which actions need the operator's consent on a real screen.
enum class Approve { never, risky, always };

// Consent to an item as it was in the plan.
struct ApprovedItem {
  int index = 0;       // index in the items
  std::string around;  // ActionItem::around in the plan
  friend bool operator==(const ApprovedItem&, const ApprovedItem&) = default;
};

// Which parts of a reply may be performed. In a plan: which need consent.
struct Consent {
  Approve approve = Approve::never;  // never: the other members are omitted
  std::vector<std::string> risky;    // rules of tools/risk.h
  // Nothing: nobody was asked, because nothing in the plan needs consent.
  std::optional<std::vector<ApprovedItem>> approved;
  std::vector<int> unapproved;                   // asked for, but not approved
  std::string refusal = "the operator refused";  // message to the model about these
};

// Which turns have a picture.
enum class PictureDue {
  always,
  when_asked,  // the first turn, one whose calls ask for a picture, and one that ends the run
};

struct ExecutorRequest {
  PictureOptions options;
  std::optional<Reply> reply;  // nothing: the model has not replied yet
  std::string dialect = "python";
  std::vector<std::pair<std::string, bool>> tools;  // a tool that is not listed is off
  int capturer_timeout_ms = 15000;
  DesktopOptions desktop;
  ActingMode mode = ActingMode::act;
  Consent consent;
  PictureDue picture = PictureDue::always;
  // The mouse pointer's position after the previous turn, in 0..1000; nothing: unknown, and
  // omitted.
  std::optional<MapPoint> pointer;
  // 0..1: for dialects in which the model reports its confidence, a reply below this is not
  // performed (kLowConfidence). 0: omitted.
  double min_confidence = 0;
  // Why the server ended the reply, as it reported: "stop", "length", …; empty: not reported, and
  // omitted.
  std::string finish_reason;
  // The previous reply had no call, and the model was asked for one (kAskedBack). Omitted if false.
  bool asked_back = false;
  // Where the caller saves an additional copy of the turn's picture ([agent] dump_dir): the answer
  // to a tool that takes a picture names this file. The executor writes nothing there. Empty: none,
  // and omitted.
  std::string dump_file;
};

// Classes of CallFailure that programs act on.
inline constexpr std::string_view kMalformedReply = "malformed_reply";  // not the requested form
inline constexpr std::string_view kOutOfBounds = "out_of_bounds";     // a place outside the picture
inline constexpr std::string_view kLowConfidence = "low_confidence";  // below min_confidence
// A text without a call: the model is asked for a call or for a statement that the task is done. A
// second such reply in a row ends the run (ExecutorRequest::asked_back).
inline constexpr std::string_view kAskedBack = "asked_back";

// What stopped the calls early.
struct CallFailure {
  std::string kind;  // "class" in JSON: the Python exception's name, "TypeError"
  std::string text;  // the whole exception line, "TypeError: drag() missing …"
  int line = 0;      // 0: none
};

enum class Outcome {
  done,
  partial,    // possibly done: the capturer gave no answer
  unknown,    // the connection to the screen ended while it was sent; it is not repeated; `why`
  refused,    // could not be performed; `why`
  noted,      // no input needed: screenshot(), a tool without effect here
  malformed,  // not a call; `why`
  not_run,    // an earlier one ended the turn
};
std::string_view outcome_name(Outcome outcome);
// Whether some or all of the action may have reached the screen.
bool may_have_acted(Outcome outcome);
// Nothing: unknown name.
std::optional<Outcome> find_outcome(std::string_view name);

// Something that the model asked for, and its outcome.
struct ActionItem {
  std::optional<std::string> call;  // canonical; nothing: it is malformed
  std::string written;              // the model's own text
  int line = 0;                     // in what the model wrote, from 1; 0: no lines
  std::optional<std::string> id;    // of the model's call, decoded
  std::optional<std::string> note;  // the model's reason
  Outcome outcome = Outcome::done;
  std::string why;                // empty: no message
  std::optional<Point> from, to;  // pixels of the surface; `to` only where a call has two places
  // Only in a plan, for items that need consent; otherwise omitted. risk: the rule that requires
  // consent. around: a digest of the surroundings of its places, or without places the window with
  // the keyboard focus.
  std::optional<std::string> risk = {}, around = {};
  // For an action on a real screen: whether the surroundings of its places changed, or anything if
  // it has no places. Nothing, and omitted: not compared, or no visible effect is expected.
  std::optional<bool> changed = {};
  // `call` with its places in the model's own scale, to a tenth of its step: for people. Nothing,
  // and omitted: it has no places, or the scale is 0..1000.
  std::optional<std::string> model_call = {};
  // What the action met when it was performed. Nothing, and omitted: unknown or not performed.
  // pointer: the mouse pointer before it, in pixels of the surface. window: on a real screen, the
  // window at its first place, or for keys the one with the keyboard; its title is one printable
  // line, cut. changed_before: whether the surroundings of its places differed from the picture
  // that the model saw.
  std::optional<Point> pointer = {};
  std::optional<WindowTarget> window = {};
  std::optional<bool> changed_before = {};
};

struct ExecutorTimings {
  double parse_ms = 0, input_ms = 0, capture_ms = 0;
};

struct ExecutorReply {
  std::string feedback;
  std::vector<Answer> answers;
  std::vector<ActionItem> items;  // in the order of the model's text; the only list of them
  int blocks = 0;
  // Parts of the reply's form that were skipped in reading, for records: "thoughts",
  // "byte_order_mark", "crlf", "calls_in_text" (executor/reply_form.h).
  std::vector<std::string> passed_over;
  std::optional<CallFailure> error;
  std::optional<std::string> done;
  // The person at the screen took over: the remaining items are refused. Omitted if false.
  bool takeover = false;
  // The pointer's current position, in 0..1000; nothing: the dialect does not report it, and it is
  // omitted.
  std::optional<MapPoint> pointer;
  std::string screenshot_b64;  // empty: no picture
  Screen screen;
  ExecutorTimings timings_ms;
  // Passed on from the capturer.
  int renderer = 0;
  std::string plain_sha256, glyphs, tiles;
  bool picture_known = false;
  std::optional<int> found;  // CaptureReply::found; also nothing if the capturer failed
  std::vector<Warning> warnings;
  std::vector<std::string> degraded;  // what failed: "capturer: no answer in 15 s"
};

// Items that the feedback counts as executed: those that are done or noted.
std::size_t count_executed(const std::vector<ActionItem>& items);

// Rejects a second "raw" or "calls", so that exactly what is written last is performed.
Result<ExecutorRequest> parse_executor_request(std::string_view text);
Result<ExecutorReply> parse_executor_reply(std::string_view text);
std::string to_json(const ExecutorRequest& request);
std::string to_json(const ExecutorReply& reply);

// A pixel, [x,y]; null or missing: nothing. `fields` remembers failures.
std::optional<Point> read_place(MessageFields& fields, const std::string& pointer);
std::string place_json(const std::optional<Point>& place);

// The list "items" of a reply.
std::string items_json(const std::vector<ActionItem>& items);

// The list "answers" of a reply.
std::string answers_json(const std::vector<Answer>& answers);

// Reads the list "answers" of a reply; `fields` remembers failures.
std::vector<Answer> read_answers(MessageFields& fields);

// For events, state.json and records: what the proxy shows and stores. Without known_picture.
std::string to_json_without_reply(const ExecutorRequest& request);
std::string to_json_without_screenshot(const ExecutorReply& reply);
// A reply in that form, without a picture. Failure: as parse_executor_reply.
Result<ExecutorReply> parse_reply_without_screenshot(std::string_view text);

// Restores the complete request: `in` comes from to_json_without_reply. Failure: as
// parse_executor_request, or `in` already has a reply.
Result<ExecutorRequest> executor_request_with(std::string_view in,
                                              const std::optional<Reply>& reply);

// ---- For records, which cache the parsed form.
// executor_request_with() without a reply.
Result<ExecutorRequest> recorded_executor_request(const SharedJson& in);
// As parse_reply_without_screenshot().
Result<ExecutorReply> recorded_executor_reply(const SharedJson& out);
}  // namespace franz
