#pragma once
// What a VNC server reports of its clipboard (RFC 6143 §7.6.4).
#include <optional>
#include <string>
#include "executor/vnc/stall_watch.h"

struct _rfbClient;  // LibVNCClient's rfbClient

namespace franz::executor {
// Reads the rest of the message after its type. The result: the payload of the extension Extended
// Clipboard; empty: it was a text, which is forgotten. Nothing: the connection ended, or must end
// for `reason`. `watch` notes the progress.
std::optional<std::string> read_cut_text(_rfbClient* client, StallWatch& watch,
                                         std::string& reason);
}  // namespace franz::executor
