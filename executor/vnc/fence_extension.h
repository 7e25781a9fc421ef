#pragma once

struct _rfbClient;  // LibVNCClient's rfbClient

namespace franz::executor {
// Lets LibVNCClient answer the requests of the extension Fence, by which servers control the flow.
void register_fence_extension();
// The server uses the extension.
bool has_fence(_rfbClient* client);
}  // namespace franz::executor
