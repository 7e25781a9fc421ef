#pragma once
// The calls of the MCP server (docs/mcp.md): one tool call beside the text, in the words that
// vocabulary.cpp has for it, its places pixels of the window's last picture. The answer to it is
// what the server tells its client of the call, a JSON object:
//   {"outcome":"done"|"partial"|"refused","why":"","point":{"x":410,"y":233},"to":{"x":1,"y":2},
//    "changed":true,"notes":["…"]}
// `point` and `to` are pixels of the screen, where the call has places that were mapped; `changed`
// is there where the call asks for it by `verify` and pictures could be compared. `notes` tell what
// was made of the call that was not asked for: a place moved into the picture, a window that was
// moved, arguments that are not known.
#include "common/formats/dialect.h"

namespace franz::executor {
Reading read_mcp(const Source& source, const Toolset& tools);
Told tell_mcp(const Reading& reading, std::span<const ItemResult> results, const TurnFacts& facts);
}  // namespace franz::executor
