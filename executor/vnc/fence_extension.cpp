#include "executor/vnc/fence_extension.h"
#include <rfb/rfbclient.h>
#include <array>
#include <string>
#include "executor/vnc/rfb_messages.h"

namespace franz::executor {
namespace {
char fence_tag;  // its address names our mark at a connection

rfbBool answer_fence(rfbClient* client, rfbServerToClientMsg* message) {
  if (message->type != kFenceMessage) return FALSE;
  std::array<char, kFenceHead> head;
  std::array<char, kMaxFencePayload> payload;
  if (ReadFromRFBServer(client, head.data(), head.size()) == FALSE) return FALSE;
  const auto length = static_cast<unsigned char>(head.back());
  if (length > payload.size() || ReadFromRFBServer(client, payload.data(), length) == FALSE)
    return FALSE;
  rfbClientSetClientData(client, &fence_tag, &fence_tag);
  const std::string answer =
      fence_answer({head.data(), head.size()}, {payload.data(), std::size_t{length}});
  return WriteToRFBServer(client, answer.data(), static_cast<unsigned>(answer.size()));
}
}  // namespace

void register_fence_extension() {
  static rfbClientProtocolExtension extension{};
  if (extension.handleMessage != nullptr) return;
  extension.handleMessage = answer_fence;
  rfbClientRegisterExtension(&extension);
}

bool has_fence(_rfbClient* client) { return rfbClientGetClientData(client, &fence_tag) != nullptr; }
}  // namespace franz::executor
