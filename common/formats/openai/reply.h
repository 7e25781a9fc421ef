#pragma once
// The dialects "openai" and "openai_preview": computer calls of OpenAI's Responses API
// (common/wire/computer_call.h). There are two forms, each recorded by its code
// (ExecutorReply::passed_over):
//   action            one action; the tool computer_use_preview
// The actions, in pixels of the sent picture:
//   click{button left|right|wheel|back|forward,x,y,keys?}, double_click{x,y,keys?},
//   drag{path:[{x,y},…],keys?}, keypress{keys}, move{x,y}, screenshot, wait, type{text},
//   scroll{x,y,scroll_x,scroll_y,keys?}: pixels, positive is down and right
// A path of more than two places holds the button over all of them if mouse_down and mouse_up are
// switched on; otherwise it becomes several drags. The buttons back and forward are refused. A
// notch of the wheel is kScrollPixels (verbs.h). An action that cannot be performed ends the turn.
// Each call has one answer: the list of acknowledged safety checks, usually "[]", or an empty text
// if the operator did not consent. All other messages are feedback. A call with pending safety
// checks is an item that demands consent (Item::demand). The second reply in a row without a call
// ends the run (end_of_run.h). Source: https://platform.openai.com/docs/guides/tools-computer-use;
// openai-python, types/responses/response_computer_tool_call.py.
#include <span>
#include "common/formats/dialect.h"

namespace franz {
Reading read_openai(const Source& source, const Toolset& tools);
TurnReport report_openai(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts);
}  // namespace franz
