#pragma once
// What this process may use at most: it reads what a VNC server sends, and knows a password.

namespace franz::executor {
// From now on it writes no core file, and has at most 3 GB of memory. A picture of the largest
// screen needs less. Under a sanitizer the memory is not limited.
void limit_own_process();
}  // namespace franz::executor
