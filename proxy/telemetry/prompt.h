#pragma once
// The prompt of a request in the form of OpenTelemetry's GenAI conventions.
#include <string>
#include "common/wire/api/request.h"

namespace franz::proxy {
// The messages as gen_ai.input.messages: [{"role":"user","parts":[{"type":"text","content":"…"},
// {"type":"image","omitted":true}]}]. Pictures are left out: they are in the run's folder, and a
// collector has limits. Texts are decoded; invalid characters are replaced.
// Source: gen-ai-input-messages.json of the conventions; other types of parts are permitted there.
std::string input_messages_json(const RequestView& request);
}  // namespace franz::proxy
