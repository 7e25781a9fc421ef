#pragma once

namespace franz {
// Seconds of processor time that this process has spent in its own code. What the system spends for
// it, on memory that is touched for the first time say, is left out where the system tells them
// apart (POSIX): that is the machine's, and some take ten times as long for a page as others.
double user_seconds();
}  // namespace franz
