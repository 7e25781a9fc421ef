// proxy verify, over runs whose files were damaged, swapped, added or removed.
#include <gtest/gtest.h>
#include <filesystem>
#include <functional>
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "common/run/sums.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/tampering.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// Every kind of file in a run of six turns, and what names it.
struct RunPart {
  std::string name, label;
};

const std::vector<RunPart>& run_parts() {
  static const std::vector<RunPart> kParts = {
      {"turn_0003.json", "turn 3: turn_0003.json: "},
      {"turn_0003.png", "turn 3: turn_0003.png: "},
      {"exchange/000/0003-1.request", "turn 3: exchange/000/0003-1.request: "},
      {"exchange/000/0003-1.response", "turn 3: exchange/000/0003-1.response: "},
      {"exchange/000/0003-1.cuts", "turn 3: exchange/000/0003-1.cuts: "},
      {"turns_0001_0006.json", "turns_0001_0006.json: "},
      {"state.json", "state.json: "},
      {"sandbox_canvas.bmp", "sandbox_canvas.bmp: "},
      {"sandbox_state.json", "sandbox_state.json: "},
      {"run.json", "run.json: "},
      {"orchestrator.log", "orchestrator.log: "},
      {"proxy.log", "proxy.log: "},
  };
  return kParts;
}

TEST(Verify, NamesEachFileThatIsDamaged) {
  const Recorded recorded = record_run(test_folder(), 6);
  for (const RunPart& part : run_parts()) {
    const auto half = [](const std::string& bytes) { return bytes.size() / 2; };
    const Tampering rows[] = {
        {"flip " + part.name,
         [&](const std::string& folder) {
           std::string bytes = read_of(folder, part.name);
           bytes[half(bytes)] = static_cast<char>(bytes[half(bytes)] ^ 1);
           write_of(folder, part.name, bytes);
         },
         part.label},
        {"cut " + part.name,
         [&](const std::string& folder) {
           const std::string bytes = read_of(folder, part.name);
           write_of(folder, part.name, bytes.substr(0, half(bytes)));
         },
         part.label},
        {"delete " + part.name,
         [&](const std::string& folder) { fs::remove(fs::path(folder) / part.name); }, part.label},
    };
    for (const Tampering& row : rows) expect_named(recorded, row, {"--fast"});
  }
}

TEST(Verify, NamesWhatWasSwappedAddedOrUnlisted) {
  const Recorded recorded = record_run(test_folder(), 6);
  const auto swapped = [](const char* a, const char* b) {
    return [=](const std::string& folder) {
      const std::string first = read_of(folder, a);
      write_of(folder, a, read_of(folder, b));
      write_of(folder, b, first);
    };
  };
  const auto sums_edited = [](const std::function<std::string(std::string)>& edit) {
    return [=](const std::string& folder) {
      write_of(folder, kSumsFile, edit(read_of(folder, kSumsFile)));
    };
  };
  const std::vector<Tampering> rows = {
      {"swap records", swapped("turn_0003.json", "turn_0004.json"), "turn 3: turn_0003.json: "},
      {"swap pictures", swapped("turn_0003.png", "turn_0004.png"), "turn 3: turn_0003.png: "},
      {"swap replies", swapped("exchange/000/0003-1.response", "exchange/000/0004-1.response"),
       "turn 3: exchange/000/0003-1.response: sha256"},
      {"add an attempt",
       [](const std::string& folder) {
         write_of(folder, "exchange/000/0003-2.request",
                  read_of(folder, "exchange/000/0003-1.request"));
       },
       "turn 3: exchange/000/0003-2.request: it is not in SHA256SUMS"},
      {"add a turn",
       [](const std::string& folder) {
         write_of(folder, "turn_0007.json", read_of(folder, "turn_0006.json"));
       },
       "turn 7: turn_0007.json: it is not in SHA256SUMS"},
      {"add a stranger", [](const std::string& folder) { write_of(folder, "notes.txt", "x"); },
       "notes.txt: it is no file of a run"},
      {"delete the list",
       [](const std::string& folder) { fs::remove(fs::path(folder) / kSumsFile); },
       "SHA256SUMS: it is missing"},
      {"cut the list",
       sums_edited([](const std::string& text) { return text.substr(0, text.size() / 2); }),
       "turn "},
      {"flip a digit of the list", sums_edited([](std::string text) {
         text[5] = text[5] == '0' ? '1' : '0';
         return text;
       }),
       "turn 1: "},
      {"break a line of the list", sums_edited([](const std::string& text) { return "x" + text; }),
       "SHA256SUMS: line 1: expected 64 hex digits"},
      {"take a line off the list",
       sums_edited([](const std::string& text) { return text.substr(text.find('\n') + 1); }),
       "turn 1: "},
      {"list a file outside", sums_edited([](const std::string& text) {
         return text + std::string(64, '0') + "  ../run.json\n";
       }),
       "SHA256SUMS: line "},
  };
  for (const Tampering& row : rows) expect_named(recorded, row, {"--fast"});
}

// A full disk may leave a batch of turns that have no records, but not one of others.
TEST(Verify, NamesABatchBehindTheLastTurn) {
  const Recorded recorded = record_run(test_folder(), 5);
  const auto write_batch = [&](const std::string& text) {
    write_of(recorded.folder, "turns_0001_0015.json", text);
    // Of a run that was killed: it has no seal.
    const std::string kept = keep_sums(recorded.folder, [](const std::string& name) {
      return name != kRunFile && !name.starts_with("turns_");
    });
    write_of(recorded.folder, kSumsFile,
             kept + to_line({sha256_hex(text), "turns_0001_0015.json"}));
  };
  write_batch(read_of(recorded.folder, "turns_0001_0005.json"));
  ProgramResult result = verify(recorded.folder, {"--fast"});
  EXPECT_EQ(result.code, 0) << result.output;
  write_batch("[{\"forged\":1}]\n");
  result = verify(recorded.folder, {"--fast"});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("turns_0001_0015.json: the record of turn 1: expected "),
            std::string::npos)
      << result.output;
}
}  // namespace
}  // namespace franz
