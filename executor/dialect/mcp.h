#pragma once
// The dialect of the MCP server (docs/mcp.md): one tool call next to the text, in the words of
// vocabulary.cpp, with places in pixels of the window's last picture. The answer to the call is
// what the server sends its client, a JSON object:
//   {"outcome":"done"|"partial"|"unknown"|"refused","why":"","point":{"x":410,"y":233},"to":{"x":1,"y":2},
//    "changed":true,"notes":["…"]}
// `point` and `to` are pixels of the screen, present if the call has places. `changed` is present
// if the call has `verify` and pictures could be compared. `notes` say what differed from the
// request: a place moved into the picture, a moved window, unknown arguments.
#include "common/formats/dialect.h"

namespace franz::executor {
Reading read_mcp(const Source& source, const Toolset& tools);
TurnReport report_mcp(const Reading& reading, std::span<const ItemResult> results,
                      const TurnFacts& facts);
}  // namespace franz::executor
