#pragma once

namespace franz::demo_vlm {
// The server around the core: reads the command line, listens, answers until Ctrl-C. When it is
// ready it prints one line, "demo_vlm: listening on http://127.0.0.1:1235". Returns the exit code:
// 0 stopped, 2 a wrong command line or script, 3 the port could not be had.
int run_demo_vlm_app(int argc, char** argv);
}  // namespace franz::demo_vlm
