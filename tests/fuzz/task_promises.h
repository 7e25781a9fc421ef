#pragma once
// Promises of the readers of tasks, their results and spreadsheets for any bytes; for the fuzzer
// and the tests. Each names the first broken promise; empty: all hold.
#include <string>
#include <string_view>

namespace franz::proxy {
// An accepted task has at least one checkpoint that counts and few getters, names no path outside
// its folder or the home, and is judged without results as a failure without a share, unless it
// asks for nothing.
std::string broken_task_promise(std::string_view text);
// What was read is written and read as the same.
std::string broken_task_result_promise(std::string_view text);
// A workbook that was read is within its limits, has no empty cell, and names its cells as they are
// read.
std::string broken_workbook_promise(std::string_view bytes);
}  // namespace franz::proxy
