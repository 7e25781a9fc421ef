// A run whose model writes step plans: drags begin where the previous turn left the pointer.
#include <gtest/gtest.h>
#include <filesystem>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

std::string mouse(int x, int y, const std::string& action) {
  return R"({"tool":"mouse","args":{"x":)" + std::to_string(x) + R"(,"y":)" + std::to_string(y) +
         R"(,"action":")" + action + R"("},"human_readable_justification":"a side"})";
}

std::string plan(const std::string& steps, const std::string& done = "null") {
  return R"({"steps":[)" + steps + R"(],"done":)" + done + "}";
}

// A config folder with a profile of this dialect, and a script of the model's replies.
std::string config_of_steps(const std::string& folder) {
  for (const char* name : {"profiles", "prompts"})
    EXPECT_TRUE(make_folders(join_path(folder, name)).ok());
  write_of(folder, "prompts/plan.txt", "Reply with one JSON object.\n{tools}");
  write_of(folder, "profiles/plan.ini",
           "[agent]\ndialect = steps\nmemory = sst\ncoordinates = pixels\n"
           "system_prompt = prompts/plan.txt\nloop_delay_ms = 0\n"
           "[surface]\npicture = 201x101\ncanvas = 201x101\n[tools]\nmove = on\n");
  write_of(folder, "config.ini", "[agent]\nprofile = plan\n");
  std::string script;
  for (const std::string& reply :
       {plan(mouse(10, 10, "move")), plan(mouse(100, 10, "drag")),
        "```json\n" + plan(mouse(5, 5, "drag")) + "\n```",
        plan(mouse(100, 100, "drag") + "," +
             R"({"tool":"clik","args":{},)"
             R"("human_readable_justification":"no such"})"),
        plan(mouse(10, 100, "drag")), plan(mouse(10, 10, "drag"), "\"A square.\"")})
    script += "{\"content\":" + quote_json(reply) + "}\n";
  write_of(folder, "plan.jsonl", script);
  return join_path(folder, "config.ini");
}

// A turn's calls with their outcomes, its feedback, and the pointer before and after it.
std::string shown(const std::string& folder, const std::string& record) {
  Result<MessageFields> fields = MessageFields::parse(read_of(folder, record));
  if (!fields.ok()) return fields.error().message;
  MessageFields& turn = fields.value();
  std::string text;
  for (std::size_t i = 0; i < turn.size("/executor/out/items"); ++i) {
    const std::string at = "/executor/out/items/" + std::to_string(i);
    text += turn.text(at + "/outcome") + " " + turn.text(at + "/call", "-") + "; ";
  }
  return text + turn.text("/executor/out/feedback") + " " + turn.raw("/executor/in/pointer") +
         turn.raw("/executor/out/pointer");
}

std::string pointer_of_state(const std::string& folder) {
  Result<MessageFields> state = MessageFields::parse(read_of(folder, "state.json"));
  return state.ok() ? state.value().raw("/pointer") : state.error().message;
}

TEST(StepPlans, AreDrawnFromTurnToTurnVerifiedAndForked) {
  const std::string config_folder = join_path(test_folder(), "config");
  const std::string config = config_of_steps(config_folder);
  RunningProgram demo("demo_vlm", {"--listen", "127.0.0.1:0", "--delay-ms", "0", "--script",
                                   join_path(config_folder, "plan.jsonl")});
  const std::string listening = demo.wait_for("listening on ");
  ASSERT_NE(listening, "") << demo.errors();
  std::string folder;
  {
    RunningProxy proxy({"--upstream", listening.substr(listening.find("http://")), "--config",
                        config, "--turns", "20"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok ok not_applicable");
  // A pixel is 5 thousandths wide and 10 high.
  const std::string corner = "[50,100]", right = "[500,100]", below = "[500,1000]",
                    left = "[50,1000]";
  EXPECT_EQ(shown(folder, "turn_0001.json"), " nullnull");
  EXPECT_EQ(shown(folder, "turn_0002.json"), "done move(50, 100);  null" + corner);
  EXPECT_EQ(shown(folder, "turn_0003.json"), "done drag(50, 100, 500, 100);  " + corner + right);
  EXPECT_EQ(shown(folder, "turn_0004.json"),
            "reply: a code fence (```json) stands around the JSON: leave it out " + right + right);
  EXPECT_EQ(shown(folder, "turn_0005.json"),
            "done drag(500, 100, 500, 1000); malformed -; steps[1].tool: there is no tool "
            "\"clik\"; did you mean mouse? The "
            "tools are: mouse, write " +
                right + below);
  EXPECT_EQ(shown(folder, "turn_0006.json"), "done drag(500, 1000, 50, 1000);  " + below + left);
  // The last reply's steps run in the turn that closes the run.
  EXPECT_EQ(shown(folder, "turn_0007.json"), "done drag(50, 1000, 50, 100);  " + left + corner);
  EXPECT_NE(read_of(folder, "turn_0007.json").find(R"("reason":"done","code":0,"text":"done: A s)"),
            std::string::npos);
  EXPECT_EQ(pointer_of_state(folder), left);  // of the last turn whose reply is the memory

  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  const ProgramResult forked =
      run_program_of_ours("proxy", {"fork", folder, "--at", "5", "--runs", test_folder()});
  EXPECT_EQ(forked.code, 0) << forked.output << forked.errors;
  const std::size_t line = forked.output.find('\n');
  const std::size_t start = forked.output.rfind(": ", line) + 2;
  EXPECT_EQ(pointer_of_state(forked.output.substr(start, line - start)), below);
}
}  // namespace
}  // namespace franz
