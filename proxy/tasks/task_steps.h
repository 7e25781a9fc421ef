#pragma once
// The steps and getters of a task file.
#include "proxy/tasks/task.h"
#include "proxy/tasks/task_fields.h"

namespace franz::proxy {
// What a task's steps and getters may refer to.
struct TaskPlace {
  bool has_screen = true;  // false: the sandbox
};

// A path beneath the home: relative, or below ~ or OSWorld's /home/user. Fails for others.
std::string read_home_path(TaskFields& fields, const TaskField& field);
// A path relative to the task's folder.
std::string read_task_path(TaskFields& fields, const TaskField& field);

std::vector<TaskStep> read_steps(TaskFields& fields, const TaskField& list, TaskPlace place);
// `expected`: rule and local_file are accepted, too.
Getter read_getter(TaskFields& fields, const TaskField& object, TaskPlace place, bool expected);
}  // namespace franz::proxy
