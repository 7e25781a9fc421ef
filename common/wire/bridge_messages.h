#pragma once
// The messages of a screen bridge: a program that keeps the connection to a screen which cannot be
// connected again in every turn (a VNC server), and offers its pixels and its input on a local
// socket (AF_UNIX, SOCK_STREAM, in a folder of its owner only). The executor and the capturer
// connect to it; several connections may be open at once. Each request is one line of JSON:
//   {"do":"size"}                                     {"do":"release"}
//   {"do":"look","x":0,"y":0,"width":640,"height":400}
//   {"do":"move","x":10,"y":20}                       {"do":"wheel","direction":"up"}
//   {"do":"button","button":"left","down":true}       {"do":"key","key":"ctrl","down":true}
//   {"do":"type","text":"Zürich"}                     {"do":"clipboard","text":"Zürich"}
//   {"do":"can_type","text":"Zürich"}
//   {"do":"pasted"}   {"do":"windows"}                {"do":"activate","window":7}
// and each answer is one line, for `look` and `windows` followed by `bytes` bytes:
//   {"ok":true,"width":1280,"height":800,"x":10,"y":20,"bytes":1024000,"note":""}
//   {"ok":false,"code":"missing","message":"the VNC server QEMU cannot type U+00FC"}
// A request is answered after its input was written to the connection. When a connection to the
// socket ends, the bridge releases the buttons and keys that its requests pressed.
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// A request is at most this long, including the line's end.
inline constexpr std::size_t kMaxBridgeRequest = 1UL << 20U;
// Of a screen behind a bridge, 64 megapixels.
inline constexpr std::int64_t kMaxBridgePixels = 64'000'000;

struct BridgeRequest {
  enum class Kind {
    size,       // of the screen, and the pointer's position
    look,       // the pixels of `area` after everything that was requested before
    move,       // the pointer to `at`
    button,     // `name`: left, middle, right; `down`
    wheel,      // one notch; `name`: up, down, left, right
    key,        // `name`: as from key_name(); `down`
    can_type,   // sends nothing; BridgeCode::missing: names a character of `text` that cannot be
                // typed
    type,       // `text`: valid UTF-8, as from text_to_type(); a piece of what can_type accepted
    clipboard,  // offers `text`, valid UTF-8, as the clipboard
    pasted,  // after the paste keys: waits some seconds at most until the text of `clipboard` was
             // read, as far as the screen reports that, and restores the earlier contents if it can
    windows,   // lists the windows; BridgeCode::missing: the screen does not report them
    activate,  // gives the keyboard to `window`, and waits until it has it
    release,   // every button and key that is down, no matter which connection pressed it
  };
  Kind kind = Kind::size;
  Screen area = {};
  Point at = {};
  std::string name = {};
  bool down = false;
  std::string text = {};
  std::uint64_t window = 0;
};

// Whether a request of this kind changes what is pressed, typed or pointed at.
bool sends_input(BridgeRequest::Kind kind);

// Failure: names the first wrong field.
Result<BridgeRequest> parse_bridge_request(std::string_view line);
std::string to_json(const BridgeRequest& request);  // without the line's end

// Why a request was not done.
enum class BridgeCode {
  missing,     // nothing was sent: the screen lacks the key, button or character
  lost,        // nothing was sent: there is no connection; the bridge connects again
  unfinished,  // the connection ended while the input was sent; it is unknown how much arrived
  failed,      // another reason; nothing was sent
};

struct BridgeAnswer {
  bool ok = true;
  // If ok: the size of the screen now, and the pointer's position on it as far as it is known:
  // where it was last moved to.
  Size size = {};
  Point pointer = {};
  // So many bytes follow. look: pixels, blue, green, red and an unused byte for each, row by row.
  // windows: as in window_messages.h, topmost first where the order is known; the area is the whole
  // screen if the screen does not report it. Others: 0.
  std::int64_t bytes = 0;
  std::string note = {};  // for the model: a restriction that was met; empty: none
  bool taken = true;      // pasted; false: no program asked for the text
  // If not ok.
  BridgeCode code = BridgeCode::failed;
  std::string message = {};  // one line, for people and the model
};

// The answer to a request that was not done.
BridgeAnswer refused_answer(BridgeCode code, std::string message);
// `error` of a bridge's own functions. ErrorCode::missing, lost and unfinished are those of
// BridgeCode; others are BridgeCode::failed.
BridgeAnswer refused_answer(const Error& error);

Result<BridgeAnswer> parse_bridge_answer(std::string_view line);
std::string to_json(const BridgeAnswer& answer);  // without the line's end

// The first line on the bridge's standard input. What it contains may be secret. A bridge reads the
// members that it needs.
//   {"socket":"/tmp/franz_screen_0123456789ab/s","host":"10.0.0.5","port":5900,"user":"",
//    "password":"…","ca":"","insecure":false}
struct BridgeSetup {
  std::string socket;  // the path to listen at; the folder exists
  std::string host;    // a name or address; IPv6 without brackets; empty: not a VNC server
  std::uint16_t port = 0;
  std::string user;      // empty: none
  std::string password;  // empty: none
  std::string ca;        // a file of certificates to trust, PEM; empty: the system's
  // Accepts a server beyond loopback that does not prove who it is, or does not encrypt.
  bool insecure = false;
  std::string wayland;  // WAYLAND_DISPLAY of the session; empty: not a Wayland session
  // The keys, as for key_combination(), by which the person stops all input; empty: none. A bridge
  // whose screen reports keys sends `panic` when they are pressed, and `resume` when they are
  // pressed with Shift, or without it if they have it.
  std::string panic_key = {};
  // An earlier bridge to this screen ended, and may have left keys and buttons down. It reports
  // `back` instead of `ready`, and connects until it succeeds.
  bool again = false;
};

Result<BridgeSetup> parse_bridge_setup(std::string_view line);
std::string to_json(const BridgeSetup& setup);  // without the line's end

// What the bridge reports on its standard output, one JSON object per line. It ends when its
// standard input ends.
//   {"event":"ready","width":1280,"height":800,"server":"QEMU (box)","security":"VNC password, not
//   encrypted"}
//   {"event":"lost","text":"the server closed the connection"}     {"event":"back", …as ready…}
//   {"event":"refused","text":"the VNC server refused the password"}
//   {"event":"panic","text":"the key"}   {"event":"resume"}
//   {"event":"asking","text":"waiting for your consent in …"}
struct BridgeEvent {
  enum class Kind {
    ready,    // connected for the first time; the socket accepts connections
    lost,     // the connection ended; the bridge connects again until it succeeds
    back,     // connected again; what was held down is released
    refused,  // it cannot connect, either for the first time, or again and trying is useless; the
              // bridge ends
    panic,    // the person at the screen stops all input, by a means of that screen
    resume,   // that person allows input again, by the panic key with Shift
    asking,   // it waits for a person, however long that takes, before it is `ready` or `refused`
  };
  Kind kind = Kind::ready;
  Size size = {};             // ready, back
  std::string server = {};    // ready, back: the name that the server gives its screen, printable
  std::string security = {};  // ready, back: how the connection is protected, for people
  // ready, back: why the setup's panic_key does nothing, for people; empty: it works, or is empty.
  std::string no_panic_key = {};
  // ready, back: the keys that stop all input, as the screen names them for people, if the person
  // may have chosen others than the setup's panic_key; empty: those of the setup.
  std::string panic_key = {};
  // lost, refused: the reason, for people. panic: what the person did, as in "panic: the key".
  // asking: what the person should do.
  std::string text = {};
};

Result<BridgeEvent> parse_bridge_event(std::string_view line);
std::string to_json(const BridgeEvent& event);  // without the line's end
}  // namespace franz
