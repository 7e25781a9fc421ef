#pragma once
// The socket of a screen bridge (common/wire/bridge_messages.h), shared by all bridges. One thread
// with poll() serves the connections and the screen, so a screen needs no locks.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/wire/bridge_messages.h"

namespace franz::executor {
// What a bridge serves. All functions are called by BridgeServer::serve(), on its thread.
class BridgeScreen {
 public:
  virtual ~BridgeScreen() = default;

  // Performs a request, and may block some seconds at most. `connection`: a number for each
  // connection to the socket. `data`: receives the bytes that follow the answer, whose `bytes` the
  // server sets.
  virtual BridgeAnswer answer(std::uint64_t connection, const BridgeRequest& request,
                              std::string& data) = 0;
  // The connection ended: releases the buttons and keys that it pressed.
  virtual void closed(std::uint64_t connection) = 0;

  // The screen's own descriptor; proceed() is called when it can be read or was closed. -1: none.
  virtual int descriptor() { return -1; }
  // The time after which proceed() is called in any case, in milliseconds; -1: never.
  virtual int wait_ms() { return -1; }
  virtual void proceed() {}
  // The screen is gone for good: serve() ends.
  virtual bool ended() const { return false; }
};

class BridgeServer {
 public:
  // Listens at `path`, which must not exist. Failure: names the path.
  static Result<std::unique_ptr<BridgeServer>> open(const std::string& path);
  virtual ~BridgeServer() = default;  // closes the connections and removes the socket

  // Serves until end_bridge_with_input() or the screen ends it. Then calls `screen.closed()` for
  // each connection.
  virtual void serve(BridgeScreen& screen) = 0;
};

// From now on the end of standard input and a signal to stop end BridgeServer::serve(). A bridge
// that has not ended some seconds later, because its screen blocks, is ended with exit code 1, and
// the socket at `path` is removed. Call it once, in main(), before any other thread starts and
// after read_bridge_setup().
void end_bridge_with_input(const std::string& path);

// The first line of standard input. Failure: the line is missing, too long or not a setup.
Result<BridgeSetup> read_bridge_setup();

// Writes the event to standard output.
void report(const BridgeEvent& event);
}  // namespace franz::executor
