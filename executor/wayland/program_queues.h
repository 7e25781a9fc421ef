#pragma once
// How many bytes each program has not read yet from its connection to the compositor. A compositor
// ends the connection of a program whose queue is full, which ends the program, and no protocol
// reports whether a program reads its input.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include "common/base/result.h"

namespace franz::executor {
class WaylandConnection;

// By the inode of the program's socket.
using UnreadBytes = std::map<std::uint32_t, std::uint32_t>;

class ProgramQueues {
 public:
  // Null: the system does not report them, for example because the compositor is in another network
  // namespace.
  static std::unique_ptr<ProgramQueues> open(const WaylandConnection& connection);
  virtual ~ProgramQueues() = default;
  // Failure: the system did not answer.
  virtual Result<UnreadBytes> unread() = 0;
};
}  // namespace franz::executor
