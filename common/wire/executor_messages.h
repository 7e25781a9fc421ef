#pragma once
// The JSON on the executor's standard input and output, one object each way per turn:
//   {"protocol":"franz.executor.v2","turn":7,"dialect":"python","surface":"sandbox",
//    "tools":{"left_click":true,…},…picture options…,"capturer_timeout_ms":15000,"desktop":{…},
//    "mode":"act"|"plan"|"interrupted","approve":"risky"|"always","risky":["launch"],
//    "approved":null|[{"index":0,"around":"…"}],"unapproved":[1],"refusal":"the operator refused",
//    "picture":"always"|"when_asked","pointer":[500,300],"finish_reason":"stop","asked_back":true,
//    "dump_file":"dumps/screen_0007.png",
//    "known_picture":"…","calls":[{"id":<token>,"name":<token>,"arguments":<JSON>}],
//    "raw":<token>|null}
//   {"protocol":"franz.executor.v2","feedback":"OK: 8 actions executed.","answers":[],
//    "items":[{"call":"drag(350, 350, 370, 290)","written":"drag(350,350,370,290)","line":1,
//              "id":null,"note":null,"outcome":"done","why":"","from":[672,378],"to":[710,313],
//              "risk":"launch","around":"…","changed":true}],
//    "blocks":1,"passed_over":["thoughts"],"error":null|{"class":"TypeError","text":"…","line":1},
//    "done":null,"takeover":true,"pointer":[500,300],"degraded":[],
//    "warnings":[],"screenshot_b64":"…","screen":{…},"renderer":1,"plain_sha256":"…","found":6|null,
//    "timings_ms":{"parse":0.1,"input":0,"capture":3.9}}
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
  std::string display;          // as PictureOptions has it
  std::string monitor = "all";  // likewise
  int step_delay_ms = 0;        // between two items
  int settle_ms = 0;            // between the last one and the picture
  int still_ms = 0;             // at most so long it is waited besides until nothing changes
  std::vector<std::string> only_windows;
  // A person sits at the screen: the pixel of its corner is theirs (corner_of()), and our pointer
  // is not sent there. Left out: false.
  bool person = false;
  // Input ends when they move the mouse or press something. Left out: false.
  bool takeover = false;
  // The keys by which the person stops the run, as key_combination() reads them, which the model
  // presses neither so nor with shift, by which they have it go on. Empty: none, and left out.
  std::string panic_key;
  // Of the surface `window`: what goes to a place is refused when the window was moved or resized
  // since the picture that it was read from; else the place is taken anew from the window's corner.
  // "strict"; left out: false.
  bool strict = false;
  // Words that stand in front of each command that is launched, for they confine it; empty: none,
  // and the member is left out.
  std::vector<std::string> launch_prefix;
};

// What is done with the reply.
enum class ActingMode {
  act,          // it is performed
  plan,         // it is read and refused: nothing is sent
  interrupted,  // likewise; an executor that performed it did not come to its end
};

// Which actions need the operator's consent on a real screen.
enum class Approve { never, risky, always };

// That consent was given to an item as it stood in the plan.
struct ApprovedItem {
  int index = 0;       // in the items
  std::string around;  // as the plan had it: ActionItem::around
  friend bool operator==(const ApprovedItem&, const ApprovedItem&) = default;
};

// What of a reply may be done. Of one that is planned: what has to be asked for.
struct Consent {
  Approve approve = Approve::never;  // never: the other members are left out
  std::vector<std::string> risky;    // rules of tools/risk.h
  // Nothing: nobody was asked, for the plan had nothing that needs consent.
  std::optional<std::vector<ApprovedItem>> approved;
  std::vector<int> unapproved;                   // asked for, and not given
  std::string refusal = "the operator refused";  // what the model is told of these
};

// Which turns have a picture.
enum class PictureDue {
  always,
  when_asked,  // the first turn, one whose calls ask for a picture, and one that ends the run
};

struct ExecutorRequest {
  PictureOptions options;
  std::optional<Reply> reply;  // what the model said; nothing: it has not spoken yet
  std::string dialect = "python";
  std::vector<std::pair<std::string, bool>> tools;  // switches; a tool not named is off
  int capturer_timeout_ms = 15000;
  DesktopOptions desktop;
  ActingMode mode = ActingMode::act;
  Consent consent;
  PictureDue picture = PictureDue::always;
  // Where the turn before left the mouse's pointer, in 0..1000; nothing: nobody knows, and the
  // member is left out.
  std::optional<MapPoint> pointer;
  // 0..1: of a dialect in which the model says how sure it is, nothing of a reply with less is done
  // (kLowConfidence). 0: left out.
  double min_confidence = 0;
  // Why the server ended the reply, as it said so: "stop", "length", …; empty: it did not say, and
  // the member is left out.
  std::string finish_reason;
  // The reply before this one had no call, and the model was asked for one (kAskedBack). Left out:
  // false.
  bool asked_back = false;
  // Where the caller saves the turn's picture besides the run folder ([agent] dump_dir): the answer
  // to a tool that takes a picture names this file. Nothing is written here. Empty: nowhere, and
  // left out.
  std::string dump_file;
};

// Classes of CallFailure that a program decides by.
inline constexpr std::string_view kMalformedReply = "malformed_reply";  // it is not what was asked
inline constexpr std::string_view kOutOfBounds = "out_of_bounds";     // a place beyond the picture
inline constexpr std::string_view kLowConfidence = "low_confidence";  // less than min_confidence
// A text without a call: the model is asked for a call, or to say that the task is done. A second
// one in a row ends the run (ExecutorRequest::asked_back).
inline constexpr std::string_view kAskedBack = "asked_back";

// What ended the calls early.
struct CallFailure {
  std::string kind;  // "class" in JSON: the Python exception's name, "TypeError"
  std::string text;  // the whole exception line, "TypeError: drag() missing …"
  int line = 0;      // 0: none
};

enum class Outcome {
  done,
  partial,    // perhaps done: the capturer gave no answer
  refused,    // could not be performed; `why`
  noted,      // no input was due: screenshot(), a tool without effect here
  malformed,  // is no call; `why`
  not_run,    // another one before it ended the turn
};
std::string_view outcome_name(Outcome outcome);
// Nothing for a name that is none.
std::optional<Outcome> find_outcome(std::string_view name);

// Something that the model wrote to be done, and what became of it.
struct ActionItem {
  std::optional<std::string> call;  // canonical; nothing: it is malformed
  std::string written;              // the model's own text of it
  int line = 0;                     // in what the model wrote, from 1; 0: it has no lines
  std::optional<std::string> id;    // of the model's call, decoded
  std::optional<std::string> note;  // why the model does it
  Outcome outcome = Outcome::done;
  std::string why;                // empty: nothing to say
  std::optional<Point> from, to;  // pixels of the surface; `to` only where a call has two places
  // Of a plan that has to be asked for, else left out. risk: the rule by which the item needs
  // consent. around: stands for what is about its places, or for the window that has the keyboard.
  std::optional<std::string> risk = {}, around = {};
  // Done on a real screen: whether it changed around the item's places, or anywhere where it has
  // none. Nothing: it was not compared, or nobody may expect to see it; left out.
  std::optional<bool> changed = {};
};

struct ExecutorTimings {
  double parse_ms = 0, input_ms = 0, capture_ms = 0;
};

struct ExecutorReply {
  std::string feedback;
  std::vector<Answer> answers;
  std::vector<ActionItem> items;  // in the order of the model's text; nobody keeps a second list
  int blocks = 0;
  // What the reply's form has that was passed over in reading, for records: "thoughts",
  // "byte_order_mark", "crlf", "calls_in_text" (executor/reply_form.h).
  std::vector<std::string> passed_over;
  std::optional<CallFailure> error;
  std::optional<std::string> done;
  // The person at the screen took over: what was still to be done is refused. Left out: false.
  bool takeover = false;
  // Where the pointer is now, in 0..1000; nothing: the dialect does not tell, and the member is
  // left out.
  std::optional<MapPoint> pointer;
  std::string screenshot_b64;  // empty: no picture
  Screen screen;
  ExecutorTimings timings_ms;
  // Passed on from the capturer.
  int renderer = 0;
  std::string plain_sha256, glyphs;
  bool picture_known = false;
  std::optional<int> found;  // CaptureReply::found; nothing also where the capturer failed
  std::vector<Warning> warnings;
  std::vector<std::string> degraded;  // what failed: "capturer: no answer in 15 s"
};

// Items that the feedback counts as executed: done and noted ones.
std::size_t count_executed(const std::vector<ActionItem>& items);

// A second "raw" or "calls" is refused: what is performed is what stands there last, and nothing
// else.
Result<ExecutorRequest> parse_executor_request(std::string_view text);
Result<ExecutorReply> parse_executor_reply(std::string_view text);
std::string to_json(const ExecutorRequest& request);
std::string to_json(const ExecutorReply& reply);

// The list "items" of an answer.
std::string items_json(const std::vector<ActionItem>& items);

// The list "answers" of an answer.
std::string answers_json(const std::vector<Answer>& answers);

// The list "answers" of an answer in `fields`; failures are remembered there.
std::vector<Answer> read_answers(MessageFields& fields);

// For events, state.json and records: what the proxy shows and keeps. Without known_picture.
std::string to_json_without_reply(const ExecutorRequest& request);
std::string to_json_without_screenshot(const ExecutorReply& reply);
// An answer as that wrote it; it has no picture. Failure: as parse_executor_reply.
Result<ExecutorReply> parse_reply_without_screenshot(std::string_view text);

// The whole request again: `in` is as from to_json_without_reply. Failure: as
// parse_executor_request; also if `in` has a reply of its own.
Result<ExecutorRequest> executor_request_with(std::string_view in,
                                              const std::optional<Reply>& reply);

// ---- As records keep them; what was read of the text is used again.
// executor_request_with() without a reply.
Result<ExecutorRequest> recorded_executor_request(const SharedJson& in);
// As parse_reply_without_screenshot().
Result<ExecutorReply> recorded_executor_reply(const SharedJson& out);
}  // namespace franz
