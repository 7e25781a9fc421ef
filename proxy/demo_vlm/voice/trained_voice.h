#pragma once
// What the voices in the formats that models were trained to write have in common: each turn shows
// a picture, one step of the work is done by it, and what was done before is told by the demo
// model's own sentences, wherever a memory sends them. How a reply is written is the family's
// (common/formats/voice.h). A prompt that says what is seen ({surface}) keeps a drawing from being
// taken for a form.
#include "common/formats/voice.h"
#include "proxy/demo_vlm/decide.h"

namespace franz::demo_vlm {
// Whether the request asks for this voice.
bool asks_for(const Voice& voice, const SeenRequest& request);

Reply reply_in(const Voice& voice, const SeenRequest& request);
}  // namespace franz::demo_vlm
