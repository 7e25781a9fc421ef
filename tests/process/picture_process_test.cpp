// Picture sizes of runs.
#include <gtest/gtest.h>
#include "common/wire/message_fields.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// The requested and the actual picture size of a turn: "1440x896 of 1440x896".
std::string picture_of(const std::string& folder, const std::string& record_file) {
  Result<MessageFields> record = MessageFields::parse(read_of(folder, record_file));
  if (!record.ok()) return record.error().message;
  MessageFields& fields = record.value();
  const auto size = [&](const std::string& at) {
    return std::to_string(fields.integer(at + "/width", 0, 10'000)) + "x" +
           std::to_string(fields.integer(at + "/height", 0, 10'000));
  };
  return size("/executor/in") + " of " + size("/image");
}

TEST(Pictures, AreFittedToTheCanvasAndVerified) {
  RunningProxy proxy({"--upstream", "demo", "--profile", "narrative", "--turns", "3"},
                     {{"FRANZ_SURFACE_CANVAS", "1280x800"},
                      {"FRANZ_SURFACE_PICTURE", "fit 1327104 grid 32"},
                      {"FRANZ_SURFACE_FOLLOWUP_PICTURE", "fit 500000 grid 28"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(picture_of(folder, "turn_0001.json"), "1440x896 of 1440x896");
  EXPECT_EQ(picture_of(folder, "turn_0002.json"), "868x532 of 868x532");
  EXPECT_EQ(setting_of(folder, "surface.picture"), "fit 1327104 grid 32");
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// The lines about the picture that the proxy prints at the start.
std::string printed_picture_lines(const std::string& upstream, const std::string& picture) {
  RunningProxy proxy({"--upstream", upstream, "--turns", "1"},
                     {{"FRANZ_SURFACE_PICTURE", picture}, {"FRANZ_MODEL_NAME", "qwen3-vl-8b"}});
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  std::string output = proxy.output();
  const std::size_t from = output.find("picture    ");
  if (from == std::string::npos) return output;
  std::size_t to = output.find('\n', from) + 1;
  while (output.compare(to, 2, "  ") == 0) to = output.find('\n', to) + 1;
  return output.substr(from, to - from);
}

TEST(Pictures, ArePrintedWithTheirTokensAtTheStart) {
  const RunningDemo demo;
  EXPECT_EQ(printed_picture_lines(demo.url, "fit 1327104 grid 32"),
            "picture    1536x864, about 1296 visual tokens\n");
  EXPECT_EQ(printed_picture_lines(demo.url, "512x288"),
            "picture    512x288, about 144 visual tokens: with fewer than 1024, models do not find "
            "places in a picture\n"
            "           -> in config.ini, [surface] picture = fit 1327104 grid 32\n"
            "           -> llama-server: --image-min-tokens 1024\n");
  EXPECT_EQ(printed_picture_lines("demo", "512x288"), "picture    512x288\n");
}

TEST(Pictures, InvalidSettingsAreRefusedWithTheirKey) {
  RunningProxy proxy({"--upstream", "demo"}, {{"FRANZ_SURFACE_PICTURE", "fit 20 grid 32"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(proxy.errors().find("FRANZ_SURFACE_PICTURE: \"fit 20 grid 32\" is not a size like "
                                "512x288 or fit 1327104 grid 32, sides 16 to 8192"),
            std::string::npos)
      << proxy.errors();
}
}  // namespace
}  // namespace franz
