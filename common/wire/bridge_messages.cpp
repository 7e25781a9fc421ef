#include "common/wire/bridge_messages.h"
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
using RequestKind = BridgeRequest::Kind;
using EventKind = BridgeEvent::Kind;

template <typename Value, std::size_t count>
using Names = std::array<std::pair<std::string_view, Value>, count>;

constexpr Names<RequestKind, 13> kRequests{{{"size", RequestKind::size},
                                            {"look", RequestKind::look},
                                            {"move", RequestKind::move},
                                            {"button", RequestKind::button},
                                            {"wheel", RequestKind::wheel},
                                            {"key", RequestKind::key},
                                            {"can_type", RequestKind::can_type},
                                            {"type", RequestKind::type},
                                            {"clipboard", RequestKind::clipboard},
                                            {"pasted", RequestKind::pasted},
                                            {"windows", RequestKind::windows},
                                            {"activate", RequestKind::activate},
                                            {"release", RequestKind::release}}};
constexpr Names<BridgeCode, 4> kCodes{{{"missing", BridgeCode::missing},
                                       {"lost", BridgeCode::lost},
                                       {"unfinished", BridgeCode::unfinished},
                                       {"failed", BridgeCode::failed}}};
constexpr Names<EventKind, 7> kEvents{{{"ready", EventKind::ready},
                                       {"lost", EventKind::lost},
                                       {"back", EventKind::back},
                                       {"refused", EventKind::refused},
                                       {"panic", EventKind::panic},
                                       {"resume", EventKind::resume},
                                       {"asking", EventKind::asking}}};

// The coordinates of X11 and RFB are signed and unsigned 16-bit numbers.
constexpr int kMaxPlace = 65'535;
constexpr std::int64_t kMaxWindow = std::numeric_limits<std::int64_t>::max();

template <typename Value, std::size_t count>
Value named(MessageFields& fields, const char* pointer, const Names<Value, count>& names) {
  std::vector<std::string> choices;
  for (const auto& [name, value] : names) choices.emplace_back(name);
  const std::string name = fields.choice(pointer, choices);
  const auto* const row =
      std::ranges::find(names, name, &std::pair<std::string_view, Value>::first);
  return row == names.end() ? names.front().second : row->second;
}

template <typename Value, std::size_t count>
std::string_view name_of(Value value, const Names<Value, count>& names) {
  return std::ranges::find(names, value, &std::pair<std::string_view, Value>::second)->first;
}

int read_place(MessageFields& fields, const char* pointer) {
  return static_cast<int>(fields.integer(pointer, -kMaxPlace, kMaxPlace));
}

Size read_size(MessageFields& fields) {
  return {static_cast<int>(fields.integer("/width", 1, kMaxPlace)),
          static_cast<int>(fields.integer("/height", 1, kMaxPlace))};
}
}  // namespace

bool sends_input(RequestKind kind) {
  switch (kind) {
    case RequestKind::move:
    case RequestKind::button:
    case RequestKind::wheel:
    case RequestKind::key:
    case RequestKind::type:
    case RequestKind::release: return true;
    default: return false;
  }
}

Result<BridgeRequest> parse_bridge_request(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  BridgeRequest request;
  request.kind = named(fields, "/do", kRequests);
  switch (request.kind) {
    case RequestKind::size:
    case RequestKind::pasted:
    case RequestKind::windows:
    case RequestKind::release: break;
    case RequestKind::look: {
      const Size size = read_size(fields);
      request.area = {read_place(fields, "/x"), read_place(fields, "/y"), size.width, size.height};
      if (std::int64_t{size.width} * size.height > kMaxBridgePixels)
        fields.fail("/width", "an area of at most 64 megapixels");
      break;
    }
    case RequestKind::move:
      request.at = {read_place(fields, "/x"), read_place(fields, "/y")};
      break;
    case RequestKind::button:
      request.name = fields.choice("/button", {"left", "middle", "right"});
      request.down = fields.boolean("/down");
      break;
    case RequestKind::wheel:
      request.name = fields.choice("/direction", {"up", "down", "left", "right"});
      break;
    case RequestKind::key:
      request.name = fields.text("/key");
      request.down = fields.boolean("/down");
      break;
    case RequestKind::can_type:
    case RequestKind::type:
    case RequestKind::clipboard: request.text = fields.text("/text"); break;
    case RequestKind::activate:
      request.window = static_cast<std::uint64_t>(fields.integer("/window", 0, kMaxWindow));
      break;
  }
  if (!fields.failure().empty()) return fields.error();
  return request;
}

std::string to_json(const BridgeRequest& request) {
  JsonObject object;
  object.text("do", name_of(request.kind, kRequests));
  switch (request.kind) {
    case RequestKind::size:
    case RequestKind::pasted:
    case RequestKind::windows:
    case RequestKind::release: break;
    case RequestKind::look:
      object.number("x", static_cast<long long>(request.area.origin_x))
          .number("y", static_cast<long long>(request.area.origin_y))
          .number("width", static_cast<long long>(request.area.width))
          .number("height", static_cast<long long>(request.area.height));
      break;
    case RequestKind::move:
      object.number("x", static_cast<long long>(request.at.x))
          .number("y", static_cast<long long>(request.at.y));
      break;
    case RequestKind::button:
      object.text("button", request.name).boolean("down", request.down);
      break;
    case RequestKind::wheel: object.text("direction", request.name); break;
    case RequestKind::key: object.text("key", request.name).boolean("down", request.down); break;
    case RequestKind::can_type:
    case RequestKind::type:
    case RequestKind::clipboard: object.text("text", request.text); break;
    case RequestKind::activate:
      object.number("window", static_cast<long long>(request.window));
      break;
  }
  return object.finish();
}

BridgeAnswer refused_answer(BridgeCode code, std::string message) {
  BridgeAnswer answer;
  answer.ok = false;
  answer.code = code;
  answer.message = std::move(message);
  return answer;
}

BridgeAnswer refused_answer(const Error& error) {
  switch (error.code) {
    case ErrorCode::missing: return refused_answer(BridgeCode::missing, error.message);
    case ErrorCode::lost: return refused_answer(BridgeCode::lost, error.message);
    case ErrorCode::unfinished: return refused_answer(BridgeCode::unfinished, error.message);
    default: return refused_answer(BridgeCode::failed, error.message);
  }
}

Result<BridgeAnswer> parse_bridge_answer(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  BridgeAnswer answer;
  answer.ok = fields.boolean("/ok");
  if (answer.ok) {
    answer.size = read_size(fields);
    answer.pointer = {read_place(fields, "/x"), read_place(fields, "/y")};
    answer.bytes = fields.integer("/bytes", 0, kMaxBridgePixels * 4, 0);
    answer.note = fields.text("/note", "");
    answer.taken = fields.boolean("/taken", true);
  } else {
    answer.code = named(fields, "/code", kCodes);
    answer.message = fields.text("/message");
  }
  if (!fields.failure().empty()) return fields.error();
  return answer;
}

std::string to_json(const BridgeAnswer& answer) {
  JsonObject object;
  object.boolean("ok", answer.ok);
  if (!answer.ok)
    return object.text("code", name_of(answer.code, kCodes))
        .text("message", answer.message)
        .finish();
  object.number("width", static_cast<long long>(answer.size.width))
      .number("height", static_cast<long long>(answer.size.height))
      .number("x", static_cast<long long>(answer.pointer.x))
      .number("y", static_cast<long long>(answer.pointer.y));
  if (answer.bytes > 0) object.number("bytes", static_cast<long long>(answer.bytes));
  if (!answer.note.empty()) object.text("note", answer.note);
  if (!answer.taken) object.boolean("taken", false);
  return object.finish();
}

Result<BridgeSetup> parse_bridge_setup(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  BridgeSetup setup;
  setup.socket = fields.text("/socket");
  setup.host = fields.text("/host", "");
  setup.port = static_cast<std::uint16_t>(fields.integer("/port", 0, 65'535, 0));
  setup.user = fields.text("/user", "");
  setup.password = fields.text("/password", "");
  setup.ca = fields.text("/ca", "");
  setup.insecure = fields.boolean("/insecure", false);
  setup.wayland = fields.text("/wayland", "");
  setup.panic_key = fields.text("/panic_key", "");
  setup.again = fields.boolean("/again", false);
  if (!fields.failure().empty()) return fields.error();
  return setup;
}

std::string to_json(const BridgeSetup& setup) {
  return JsonObject()
      .text("socket", setup.socket)
      .text("host", setup.host)
      .number("port", static_cast<long long>(setup.port))
      .text("user", setup.user)
      .text("password", setup.password)
      .text("ca", setup.ca)
      .boolean("insecure", setup.insecure)
      .text("wayland", setup.wayland)
      .text("panic_key", setup.panic_key)
      .boolean("again", setup.again)
      .finish();
}

Result<BridgeEvent> parse_bridge_event(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  BridgeEvent event;
  event.kind = named(fields, "/event", kEvents);
  if (event.kind == EventKind::ready || event.kind == EventKind::back) {
    event.size = read_size(fields);
    event.server = fields.text("/server");
    event.security = fields.text("/security");
    event.no_panic_key = fields.text("/no_panic_key", "");
    event.panic_key = fields.text("/panic_key", "");
  } else if (event.kind != EventKind::resume) {
    event.text = fields.text("/text");
  }
  if (!fields.failure().empty()) return fields.error();
  return event;
}

std::string to_json(const BridgeEvent& event) {
  JsonObject object;
  object.text("event", name_of(event.kind, kEvents));
  if (event.kind == EventKind::ready || event.kind == EventKind::back) {
    object.number("width", static_cast<long long>(event.size.width))
        .number("height", static_cast<long long>(event.size.height))
        .text("server", event.server)
        .text("security", event.security);
    if (!event.no_panic_key.empty()) object.text("no_panic_key", event.no_panic_key);
    if (!event.panic_key.empty()) object.text("panic_key", event.panic_key);
    return object.finish();
  }
  if (event.kind != EventKind::resume) object.text("text", event.text);
  return object.finish();
}
}  // namespace franz
