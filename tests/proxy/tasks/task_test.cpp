#include "proxy/tasks/task.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"

namespace franz::proxy {
static constexpr const char* kForm = R"j({
  "id": "form-town", "instruction": "Enter the town Paris and confirm.", "snapshot": "os",
  "config": [
    {"type": "execute", "parameters": {"command": ["mkdir", "-p", "Documents"]}},
    {"type": "upload", "parameters": {"files": [{"local_path": "files/a.csv", "path": "~/a.csv"}]}},
    {"type": "launch", "parameters": {"command": "zenity --entry > town.txt", "shell": true}},
    {"type": "sleep", "parameters": {"seconds": 0.5}}],
  "evaluator": {
    "postconfig": [{"type": "activate_window", "parameters": {"window_name": "Town"}}],
    "func": ["exact_match", "compare_csv"], "conj": "or",
    "result": [{"type": "vm_command_line", "command": "cat town.txt"},
               {"type": "vm_file", "path": "/home/user/Documents/b.csv", "dest": "b.csv"}],
    "expected": [{"type": "rule", "rules": {"expected": "Paris\n"}},
                 {"type": "local_file", "path": "files/b.csv"}],
    "options": [{}, {"strict": false}]},
  "solution": ["type(\"Paris\")", ["press(\"enter\")", "launch(\"xterm\")"]],
  "franz": {"canvas": "800x450", "level": "easy", "needs": ["zenity"], "tools": ["launch"],
            "limits": {"turns": 10, "minutes": 2.5}}})j";

TEST(Task, IsReadFromOSWorldsForm) {
  const Result<Task> read = parse_task(kForm);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Task& task = read.value();
  EXPECT_EQ(task.id, "form-town");
  EXPECT_EQ(task.surface, TaskSurface::desktop);
  EXPECT_EQ(task.canvas, (Size{800, 450}));
  EXPECT_EQ(task.max_turns, 10);
  EXPECT_EQ(task.max_minutes, 2.5);
  ASSERT_EQ(task.setup.size(), 4U);
  EXPECT_EQ(task.setup[1].files[0].to, "a.csv");
  EXPECT_EQ(task.setup[2].command,
            (std::vector<std::string>{"/bin/sh", "-c", "zenity --entry > town.txt"}));
  ASSERT_EQ(task.checkpoints.size(), 1U);
  EXPECT_TRUE(task.checkpoints[0].any);
  EXPECT_EQ(task.checkpoints[0].checks[1].result.path, "Documents/b.csv");
  EXPECT_EQ(task.files, (std::vector<std::string>{"files/a.csv", "files/b.csv"}));
  EXPECT_EQ(task.solution[1].size(), 2U);
  EXPECT_TRUE(task.runs_commands());
  std::string keys;
  for (const Getter& getter : task.getters()) keys += getter.key() + "\n";
  EXPECT_EQ(keys,
            "{\"type\":\"vm_command_line\",\"command\":[\"cat\",\"town.txt\"]}\n"
            "{\"type\":\"vm_file\",\"path\":\"Documents/b.csv\"}\n"
            "{\"type\":\"local_file\",\"path\":\"files/b.csv\"}\n");
}

TEST(Task, ListsEveryCommandForConsent) {
  std::string lines;
  for (const std::string& line : parse_task(kForm).value().commands()) lines += line + "\n";
  EXPECT_EQ(lines,
            "before the run: mkdir -p Documents\n"
            "before the run: /bin/sh -c 'zenity --entry > town.txt'\n"
            "to judge it: cat town.txt\n"
            "its solution: launch(\"xterm\")\n");
}

// A sound task with some of its members replaced.
static std::string task_with(const std::string& member, const std::string& json) {
  std::string text = R"({"id":"a")";
  if (member != "instruction") text += R"(,"instruction":"Do it.")";
  if (member != "evaluator") text += R"(,"evaluator":{"func":"infeasible"})";
  return text + ",\"" + member + "\":" + json + "}";
}

TEST(Task, NamesWhatItDoesNotAcceptAndWhy) {
  struct Row {
    std::string member, json, why;
  };
  const std::string list =
      "check_include_exclude, exact_match, check_list, compare_text_file, compare_csv, "
      "compare_table, check_json, file_contains, diff_text_file, fuzzy_match, infeasible";
  const std::vector<Row> rows = {
      {"instruction", "3", "/instruction: expected a text"},
      {"proxy", "true", "/proxy: a trial has no network"},
      {"other", "1",
       "/other: no such member; there are id, instruction, config, evaluator, solution, franz, "
       "snapshot, source, trajectory, related_apps, proxy, fixed_ip, possibility_of_env_change"},
      {"config", R"([{"type":"download","parameters":{}}])",
       "/config/0/type: download: a trial has no network; put the file into the task's folder and "
       "use upload"},
      {"config", R"([{"type":"dance","parameters":{}}])",
       "/config/0/type: dance: not accepted; there are execute, command, launch, open, sleep, "
       "activate_window, upload"},
      {"config", R"([{"type":"execute","parameters":{"command":["a"],"until":{}}}])",
       "/config/0/parameters/until: not accepted; write the loop in the command"},
      {"config", R"([{"type":"execute","parameters":{"command":["cat","/home/user/a"]}}])",
       "/config/0/parameters/command: /home/user is OSWorld's home; commands start in the home "
       "here: use relative paths or $HOME"},
      {"config", R"([{"type":"execute","parameters":{"command":"python -c 'import pyautogui'"}}])",
       "/config/0/parameters/command: pyautogui is not installed on a trial's display"},
      {"config", R"([{"type":"upload","parameters":{"files":[{"local_path":"../a","path":"a"}]}}])",
       "/config/0/parameters/files/0/local_path: ../a: expected a path in the task's folder, like "
       "files/a.txt"},
      {"evaluator", R"({"func":"compare_pptx_files"})",
       "/evaluator/func: compare_pptx_files: not accepted: FRANZ reads no presentations; there "
       "are " +
           list},
      {"evaluator", R"({"func":"exact_match","result":{"type":"accessibility_tree"}})",
       "/evaluator/result/type: accessibility_tree: FRANZ does not read it; use window_list, "
       "vm_command_line or vm_file"},
      {"evaluator", R"({"func":"exact_match","result":{"type":"vm_file","path":"/etc/passwd"}})",
       "/evaluator/result/path: /etc/passwd: expected a path in the home, like Documents/a.txt"},
      {"evaluator", R"({"func":"exact_match","result":{"type":"vm_file","path":"a/../../b"}})",
       "/evaluator/result/path: a/../../b: expected a path in the home, like Documents/a.txt"},
      {"evaluator", R"({"func":"exact_match","result":{"type":"canvas"}})",
       "/evaluator/result/type: canvas: only the sandbox has one"},
      {"evaluator", R"({"func":"exact_match","result":{"type":"window_list"}})",
       "/evaluator/expected: exact_match: expected a rule"},
      {"evaluator",
       R"j({"func":"check_list","result":{"type":"window_list"},
           "expected":{"type":"rule","rules":{"expect":["(?=a)"]}}})j",
       "/evaluator/expected: check_list: /expect: (?=a): invalid perl operator: (?=: the syntax is "
       "https://github.com/google/re2/wiki/Syntax"},
      {"evaluator",
       R"({"func":"compare_table","result":{"type":"vm_file","path":"a.xlsx"},
           "options":{"rules":[{"type":"chart"}]}})",
       "/evaluator/func: compare_table: options: /rules/0/type: expected sheet_name, sheet_data or "
       "check_cell, because only cells are read; got chart"},
      {"evaluator", R"({"checkpoints":[{"name":"a","func":"infeasible","must_not":true}]})",
       "/evaluator/checkpoints: expected one at least without must_not"},
      {"evaluator", R"({"checkpoints":[],"func":"infeasible"})",
       "/evaluator/func: no such member; there are postconfig, checkpoints"},
      {"solution", R"j(["type(\"a`\")"])j",
       "/solution/0: expected one call on one line, without a backquote"},
      {"franz", R"({"surface":"own"})", "/franz/surface: expected desktop, window or sandbox"},
      {"franz", R"({"settings":{}})",
       "/franz/settings: no such member; there are surface, window, canvas, level, needs, tools, "
       "limits"},
      {"franz", R"({"canvas":"1x1"})", "/franz/canvas: expected a size like 1280x720"},
  };
  for (const Row& row : rows) {
    const Result<Task> read = parse_task(task_with(row.member, row.json));
    ASSERT_FALSE(read.ok()) << row.json;
    EXPECT_EQ(read.error().message, row.why);
  }
}

TEST(Task, OnTheSandboxHasNoPrograms) {
  const std::string start = R"({"id":"a","instruction":"b","franz":{"surface":"sandbox"},)";
  EXPECT_EQ(parse_task(start + R"("config":[{"type":"sleep","parameters":{"seconds":1}}],)" +
                       R"("evaluator":{"func":"infeasible"}})")
                .error()
                .message,
            "/config/0: the sandbox has no programs and no files");
}

TEST(TaskDigest, IsTheFilesOwnUnlessItRefersToOthers) {
  EXPECT_EQ(task_digest("{}", {}), sha256_hex("{}"));
  EXPECT_EQ(task_digest("{}", {{"files/a", "12"}, {"files/b", "34"}}),
            sha256_hex("{}12  files/a\n34  files/b\n"));
}
}  // namespace franz::proxy
