// A run on a real screen gets its profile from the served model.
#include <gtest/gtest.h>
#include <httplib.h>
#include <atomic>
#include <filesystem>
#include <mutex>
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
// A server that lists models, and accepts or refuses tool calls.
class ListingServer {
 public:
  ListingServer(const std::vector<std::string>& models, bool takes_tools)
      : takes_tools_(takes_tools), server_([this](httplib::Server& server) { set_up(server); }) {
    for (const std::string& model : models)
      list_ += (list_.empty() ? "" : ",") + (R"({"id":")" + model + R"("})");
  }
  std::string url() const { return server_.url(); }
  int asked() const { return asked_; }  // probes for tool calls
  // The model named by the last request.
  std::string model_asked() const {
    const std::lock_guard lock(mutex_);
    return model_asked_;
  }

 private:
  void set_up(httplib::Server& server) {
    server.Get("/v1/models", [this](const httplib::Request&, httplib::Response& response) {
      response.set_content(R"({"data":[)" + list_ + "]}", "application/json");
    });
    server.Post("/v1/chat/completions", [this](const httplib::Request& request,
                                               httplib::Response& response) {
      const auto has = [&](const char* part) {
        return request.body.find(part) != std::string::npos;
      };
      Result<MessageFields> body = MessageFields::parse(request.body);
      if (body.ok()) {
        const std::lock_guard lock(mutex_);
        model_asked_ = body.value().text("/model", "");
      }
      const bool tools = has("\"tools\"");
      if (tools && has("Say hello in one word.")) ++asked_;
      if (tools && !takes_tools_) {
        response.status = 400;
        response.set_content(R"({"error":{"message":"no tools here"}})", "application/json");
        return;
      }
      response.set_content(
          R"({"model":"m","choices":[{"message":{"role":"assistant","content":"Hello"},)"
          R"("finish_reason":"stop"}]})",
          "application/json");
    });
  }

  std::string list_;  // the entries
  bool takes_tools_;
  mutable std::mutex mutex_;
  std::string model_asked_;
  std::atomic<int> asked_{0};
  LocalServer server_;
};

// A missing display: the profile is chosen first, then nothing can be done.
const std::vector<std::pair<std::string, std::string>> kNoScreen = {
    {"FRANZ_SURFACE_KIND", "desktop"}, {"FRANZ_SURFACE_DISPLAY", ":65000"}};

std::vector<std::string> run_with(const std::string& url, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"--upstream", url, "--yes", "--objective", "look"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

struct Chosen {
  std::string notice, profile, source, folder;
};
// Starts a run and ends it once its log names the profile.
Chosen chosen(const std::vector<std::string>& arguments,
              std::vector<std::pair<std::string, std::string>> environment = kNoScreen) {
  RunningProxy proxy(arguments, std::move(environment));
  Chosen found;
  found.folder = proxy.run_folder();
  // Read before the end: a run without any answer of the model leaves no folder.
  EXPECT_TRUE(wait_until([&] {
    const Result<RunFacts> facts = read_facts(found.folder);
    return facts.ok() && !facts.value().run.empty();
  }));
  found.profile = facts_of(found.folder).profile;
  found.source = source_of(found.folder, "agent.profile");
  press_ctrl_c(proxy.pid());
  EXPECT_TRUE(proxy.wait_for_end().has_value());
  const std::string output = proxy.output();
  if (const std::size_t at = output.find("profile "); at != std::string::npos)
    found.notice = output.substr(at, output.find('\n', at) - at);
  return found;
}

TEST(AutoProfile, IsChosenForAnUnknownModel) {
  const ListingServer server({"something-7b"}, true);
  const Chosen first = chosen(run_with(server.url()));
  EXPECT_EQ(first.notice,
            "profile toolcall: the model something-7b is not known, and its server accepts tool "
            "calls; --profile NAME takes another");
  EXPECT_EQ(first.profile, "toolcall");
  EXPECT_EQ(first.source, "--profile auto");
  EXPECT_EQ(server.asked(), 1);
}

// Makes a holo profile available even if none is shipped.
TEST(AutoProfile, IsTheOneOfAKnownModel) {
  namespace fs = std::filesystem;
  const fs::path config = fs::path(test_folder()) / "config";
  fs::copy(fs::path(kSourceDir) / "config", config, fs::copy_options::recursive);
  fs::copy_file(config / "profiles/pilot.ini", config / "profiles/holo.ini",
                fs::copy_options::overwrite_existing);
  const ListingServer server({"/models/Holo3.1-35B-A3B-Q4_K_M.gguf"}, true);
  const Chosen found = chosen(run_with(server.url(), {"--config", (config / "config.ini").string(),
                                                      "--runs", test_folder() + "/runs"}));
  EXPECT_EQ(found.notice,
            "profile holo: for the model /models/Holo3.1-35B-A3B-Q4_K_M.gguf; --profile NAME takes "
            "another");
  EXPECT_EQ(found.profile, "holo");
  EXPECT_EQ(server.asked(), 0) << "its name is enough";
}

TEST(AutoProfile, IsPilotWithoutToolCalls) {
  const ListingServer server({"something-7b"}, false);
  EXPECT_EQ(chosen(run_with(server.url(), {"--profile", "auto"})).notice,
            "profile pilot: the model something-7b is not known, and its server accepts no tool "
            "calls; --profile NAME takes another");
}

TEST(AutoProfile, IsNotProbedIfNamed) {
  const ListingServer server({"something-7b"}, true);
  const Chosen named = chosen(run_with(server.url(), {"--profile", "franz"}));
  EXPECT_EQ(named.notice, "");
  EXPECT_EQ(named.profile, "franz");
  auto environment = kNoScreen;
  environment.emplace_back("FRANZ_AGENT_PROFILE", "narrative");
  EXPECT_EQ(chosen(run_with(server.url()), environment).profile, "narrative");
  EXPECT_EQ(server.asked(), 0);
}

TEST(AutoProfile, IsTheDefaultWithTheDemoModel) {
  RunningProxy proxy({"--upstream", "demo", "--profile", "auto", "--turns", "1"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.output().find("profile franz: the demo model supports"), std::string::npos)
      << proxy.output();
  EXPECT_EQ(facts_of(proxy.run_folder()).profile, "franz");
}

// Also for a run on the canvas.
TEST(AutoModel, IsTheOnlyServedModelAndKeptByTheRun) {
  const ListingServer server({"qwen/qwen3-vl-8b"}, true);
  RunningProxy proxy({"--upstream", server.url().substr(7), "--turns", "2"});
  EXPECT_NE(proxy.wait_for("model qwen/qwen3-vl-8b: the only model"), "");
  EXPECT_NE(proxy.wait_for("profile qwen"), "");
  EXPECT_NE(proxy.wait_for("this run draws on the built-in canvas"), "");
  ASSERT_TRUE(proxy.wait_for_end().has_value());
  EXPECT_EQ(server.model_asked(), "qwen/qwen3-vl-8b");
  EXPECT_EQ(setting_of(proxy.run_folder(), "model.name"), "qwen/qwen3-vl-8b");

  const ListingServer other({"a", "b"}, true);
  RunningProxy again({"--upstream", other.url(), "--resume", proxy.run_folder(), "--turns", "3"});
  ASSERT_TRUE(again.wait_for_end().has_value());
  EXPECT_EQ(other.model_asked(), "qwen/qwen3-vl-8b") << again.output() << again.errors();
  EXPECT_EQ(again.output().find("profile "), std::string::npos) << "it must not be chosen again";
}

TEST(AutoModel, MustBeNamedIfSeveralAreServed) {
  const ListingServer server({"a", "b"}, true);
  RunningProxy proxy({"--upstream", server.url(), "--turns", "1"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 2) << proxy.output();
  EXPECT_NE(proxy.errors().find("\n  --model a\n  --model b\n"), std::string::npos)
      << proxy.errors();
  RunningProxy named({"--upstream", server.url(), "--turns", "1", "--model", "b"});
  ASSERT_TRUE(named.wait_for_end().has_value());
  EXPECT_EQ(server.model_asked(), "b");
}

TEST(AutoProfile, IsAlsoChosenByAnOrchestratorAlone) {
  const ListingServer server({"something-7b"}, true);
  const std::string folder = test_folder() + "/run";
  RunningProgram alone("orchestrator",
                       {"--vlm", server.url(), "--run-dir", folder, "--objective", "look"},
                       kNoScreen);
  // It logs to standard error; its state events go to standard output.
  EXPECT_NE(alone.wait_for("paused"), "") << alone.output() << alone.errors();
  EXPECT_NE(alone.errors().find("profile toolcall: the model something-7b is not known"),
            std::string::npos)
      << alone.errors();
  press_ctrl_c(alone.pid());
  EXPECT_TRUE(alone.wait_for_end().has_value());
}
}  // namespace
}  // namespace franz
