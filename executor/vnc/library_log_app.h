#pragma once
// What LibVNCClient writes to its log, which is one for the process. It reports some facts nowhere
// else: why a call failed, and what a server calls itself.
#include <string>

namespace franz::executor {
struct LibraryLog {
  std::string last_line;    // printable, without its end; empty: nothing was written
  std::string identity;     // the pseudo-encoding ServerIdentity; empty: none
  std::string certificate;  // what is wrong with the server's; empty: nothing was found
  bool refused = false;     // the server itself ended the connection with a reason
  bool no_type = false;     // the server offered no security type that we accept
};

// From now on the library writes here instead of to standard error.
void begin_library_log();
const LibraryLog& library_log();
}  // namespace franz::executor
