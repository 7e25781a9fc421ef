#pragma once

namespace franz::status_window {
// Shows the lines of its input (common/wire/status_messages.h) until that ends. Exit codes: 0 the
// input ended, 1 somebody closed the window or the answers are not read, 2 wrong arguments, 3 it
// could not be shown.
int run_status_window_app(int argc, char** argv);
}  // namespace franz::status_window
