#pragma once
// Shared by observe.cpp and observe_entries.cpp only.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/sha256.h"
#include "common/run/make_record.h"
#include "common/run/observe.h"

namespace franz {
// The bytes of a message as they arrive.
struct Observe::Message {
  explicit Message(SpillKey its_key) : key(its_key) {}

  // Reserves the announced number of bytes, so that no growing buffer holds half as much again. A
  // message that can never fit is spilled from its start.
  void expect(std::size_t bytes, const HeldBytes& held);
  // Appends a piece. If the shared limit is exceeded, all bytes of this message are spilled.
  void add(const MessagePiece& piece, HeldBytes& held, Outputs& out);
  // Hands the bytes over and stops counting them as held.
  std::string take(HeldBytes& held);
  std::string_view body(std::string& joined) const;

  SpillKey key;
  std::string wire;  // empty: spilled
  bool begun = false, spilled = false;
  // For a request:
  std::vector<std::pair<std::size_t, std::size_t>> parts;  // body ranges of `wire`
  Sha256 body_digest;
};

struct Observe::Open {
  Open(std::uint64_t exchange, const Secrets* secrets)
      : asked({exchange, MessagePiece::Side::request}),
        answered({exchange, MessagePiece::Side::response}),
        reply(secrets) {}

  std::shared_ptr<const HttpRequest> request;
  SeenAttempt seen;  // turn is 0 until the request has been read
  Message asked, answered;
  ReplyStream reply;
  double request_done_ms = 0;
  bool opened = false;       // TurnOpened was emitted
  std::optional<Turn> said;  // the final events of the turn; nothing: more may come
};

// An attempt whose exchange has ended.
struct Observe::Ready {
  Open open;
  HttpExchange exchange;
  double deadline_ms = 0;  // its turn_acted is awaited until then
};

// An attempt that becomes an entry of the log.
struct Observe::Written {
  TurnRecord record;
  AttemptEntry entry;
  std::shared_ptr<const std::string> picture, plan;
  std::vector<MadeFile> messages;
  double time_ms = 0;
};
}  // namespace franz
