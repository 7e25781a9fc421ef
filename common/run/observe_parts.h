#pragma once
// What observe.cpp and observe_entries.cpp share; for nobody else.
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
// The bytes of a message as they come.
struct Observe::Message {
  explicit Message(SpillKey its_key) : key(its_key) {}

  // So many bytes are announced: they are held once, and not half as much again.
  void expect(std::size_t bytes, const HeldBytes& held);
  // Where all messages together find no room, none of this one is held any more.
  void add(const MessagePiece& piece, HeldBytes& held, Outputs& out);
  // Its bytes are held no longer here.
  std::string take(HeldBytes& held);
  std::string_view body(std::string& joined) const;

  SpillKey key;
  std::string wire;  // empty: spilled
  bool begun = false, spilled = false;
  // Of a request:
  std::vector<std::pair<std::size_t, std::size_t>> parts;  // of `wire` that are body
  Sha256 body_digest;
};

struct Observe::Open {
  Open(std::uint64_t exchange, const Secrets* secrets)
      : asked({exchange, MessagePiece::Side::request}),
        answered({exchange, MessagePiece::Side::response}),
        reply(secrets) {}

  std::shared_ptr<const HttpRequest> request;
  SeenAttempt seen;  // its turn is 0 until the request has been read
  Message asked, answered;
  ReplyStream reply;
  double request_done_ms = 0;
  bool opened = false;       // TurnOpened was given
  std::optional<Turn> said;  // all that will be said of the turn; nothing: more may come
};

// An attempt that has ended.
struct Observe::Ready {
  Open open;
  HttpExchange exchange;
  double deadline_ms = 0;  // until then its turn_acted is waited for
};

// An attempt that is an entry of the log.
struct Observe::Written {
  TurnRecord record;
  AttemptEntry entry;
  std::shared_ptr<const std::string> picture, plan;
  std::vector<MadeFile> messages;
  double time_ms = 0;
};
}  // namespace franz
