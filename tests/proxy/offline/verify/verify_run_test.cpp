// Checks whole runs the way `proxy verify --fast` does.
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <functional>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/step_json.h"
#include "proxy/offline/verify/verify_run_app.h"
#include "tests/proxy/offline/verify/made_run.h"
#include "tests/support/dialogue_memory.h"
#include "tests/support/rewritten_log.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

std::string run_folder() {
  return join_path(kTestOut, std::string("verify_run_") +
                                 testing::UnitTest::GetInstance()->current_test_info()->name());
}

std::string copy_of(const std::string& folder) {
  std::string copy = folder + "_copy";
  fs::remove_all(copy);
  fs::copy(folder, copy, fs::copy_options::recursive);
  return copy;
}

std::string bytes_of(const std::string& folder, const std::string& name) {
  return read_file(join_path(folder, name)).value();
}

void write_bytes(const std::string& folder, const std::string& name, const std::string& bytes) {
  ASSERT_TRUE(replace_file(join_path(folder, name), bytes, Durability::buffered).ok());
}

void edit(const std::string& folder, const std::string& name, const std::string& from,
          const std::string& to) {
  std::string bytes = bytes_of(folder, name);
  const std::size_t at = bytes.find(from);
  ASSERT_NE(at, std::string::npos) << name << ": " << from;
  write_bytes(folder, name, bytes.replace(at, from.size(), to));
}

bool has(const Lines& found, const std::string& begin) {
  return std::ranges::any_of(found,
                             [&](const std::string& each) { return each.starts_with(begin); });
}

std::string seal_of_run(const std::string& folder) {
  VerifyRunOptions options;
  options.folder = folder;
  options.draw = false;
  options.find = find_dialogue;
  Result<VerifiedRun> verified = verify_run(options);
  return verified.ok() && !verified.value().findings.first_bad() ? verified.value().seal : "";
}

TEST(VerifyRun, FindsNothingInAnUnchangedRun) {
  for (const Memory* const memory : {find_memory("sst"), &kDialogue}) {
    MadeRun run(run_folder(), memory);
    run.turns(1, 17).end();
    EXPECT_EQ(found_in(run.folder()), Lines{}) << memory->name;
    VerifyRunOptions options;
    options.folder = run.folder();
    options.draw = false;
    options.find = find_dialogue;
    const Result<VerifiedRun> verified = verify_run(options);
    ASSERT_TRUE(verified.ok());
    EXPECT_EQ(verified.value().turns, 17);
    EXPECT_EQ(verified.value().stories, 16);
    EXPECT_EQ(verified.value().requests, 17);
    EXPECT_EQ(verified.value().seal.size(), 64U);
  }
}

// With the seal, any changed byte of any file is found.
TEST(VerifyRun, FindsEveryChangedByte) {
  MadeRun run(run_folder());
  run.turns(1, 3).end();
  const std::string seal = seal_of_run(run.folder());
  ASSERT_EQ(seal.size(), 64U);
  std::size_t changes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(run.folder())) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), run.folder()).generic_string();
    const std::string bytes = bytes_of(run.folder(), name);
    const std::size_t step = std::max<std::size_t>(bytes.size() / 12, 1);
    for (std::size_t at = 0; at < bytes.size(); at += step, ++changes) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      write_bytes(run.folder(), name, changed);
      EXPECT_NE(seal_of_run(run.folder()), seal) << name << ", byte " << at;
    }
    write_bytes(run.folder(), name, bytes);
  }
  EXPECT_GT(changes, 150U);
  EXPECT_EQ(seal_of_run(run.folder()), seal);
}

struct Edit {
  const char* what;
  std::function<void(const std::string& folder)> change;
  std::string found;  // the beginning of a line
};

void expect_found(const std::string& folder, const std::vector<Edit>& rows) {
  for (const Edit& row : rows) {
    const std::string copy = copy_of(folder);
    row.change(copy);
    const Lines found = found_in(copy);
    EXPECT_TRUE(has(found, row.found)) << row.what << ": " << testing::PrintToString(found);
  }
}

// An attacker who changes only a file.
TEST(VerifyRun, NamesTheChangedFile) {
  MadeRun run(run_folder());
  run.turns(1, 3).end();
  const auto remove = [](const char* name) {
    return [=](const std::string& folder) { fs::remove(join_path(folder, name)); };
  };
  expect_found(
      run.folder(),
      {{"a record", [](const auto& f) { edit(f, "turn_0002.json", "OK", "KO"); },
        "file: turn 2: turn_0002.json: sha256: expected "},
       {"a longer record", [](const auto& f) { edit(f, "turn_0002.json", "OK", "OKK"); },
        "file: turn 2: turn_0002.json: bytes: expected "},
       {"no record", remove("turn_0002.json"), "file: turn 2: turn_0002.json: it is missing"},
       {"no picture", remove("turn_0002.png"), "file: turn 2: turn_0002.png: it is missing"},
       {"no reply", remove("exchange/000/0002-1.response"),
        "file: turn 2: exchange/000/0002-1.response: it is missing"},
       {"a batch", [](const auto& f) { edit(f, "turns_0001_0003.json", "OK", "KO"); },
        "batch: turn 3: turns_0001_0003.json: it differs from its records"},
       {"no batch", remove("turns_0001_0003.json"),
        "batch: turn 3: turns_0001_0003.json: it is missing"},
       {"the list", [](const auto& f) { edit(f, "SHA256SUMS", "turn_0001", "turn_0009"); },
        "file: SHA256SUMS: sha256: expected "},
       {"no list", remove("SHA256SUMS"), "file: SHA256SUMS: "},
       {"a stranger", [](const auto& f) { write_bytes(f, "notes.txt", "x"); },
        "(unlisted): no line lists notes.txt"},
       {"another turn", [](const auto& f) { write_bytes(f, "turn_0004.json", "{}"); },
        "(unlisted): no line lists turn_0004.json"},
       {"bytes after the end",
        [](const auto& f) { ASSERT_TRUE(append_file(join_path(f, kRunLog), "x").ok()); },
        "(damaged): run.jsonl: 1 bytes come after the last whole line"},
       {"no log", remove("run.jsonl"), "failure: "},
       {"a line that is none", [](const auto& f) { edit(f, "run.jsonl", R"("kind":"att)", "x"); },
        "log: run.jsonl: run.jsonl: line 3: "},
       {"a row", [](const auto& f) { edit(f, "run.jsonl", R"("tokens":7)", R"("tokens":8)"); },
        "row: turn 1: run.jsonl: row: expected "},
       {"the chain", [](const auto& f) { edit(f, "run.jsonl", R"("tokens":7)", R"("tokens":8)"); },
        "(damaged): what comes after line 3 of run.jsonl"}});
}

// An attacker who changes a file and everything derived from it: the files still contradict each
// other.
TEST(VerifyRun, NamesTheFieldAfterDigestsWereRecomputed) {
  MadeRun run(run_folder());
  run.turns(1, 3).end();
  const auto edited = [](const char* name, const char* from, const char* to) {
    return [=](const std::string& folder) {
      edit(folder, name, from, to);
      rewrite_log(folder);
    };
  };
  const auto lines = [](const std::function<void(std::vector<RunLine>&)>& change) {
    return [=](const std::string& folder) { rewrite_log(folder, change); };
  };
  const auto attempt = [&](const std::function<void(AttemptEntry&)>& change) {
    return lines([=](std::vector<RunLine>& all) { change(std::get<AttemptEntry>(all[3].entry)); });
  };
  const std::string request = "exchange/000/0002-1.request";
  rewrite_log(run.folder());
  EXPECT_EQ(found_in(run.folder()), Lines{});
  expect_found(
      run.folder(),
      {{"the feedback", edited("turn_0002.json", "OK", "KO"),
        "record: turn 2: turn_0002.json: feedback: expected "},
       {"the story in the record", edited("turn_0002.json", "00e9 1", "00e9 7"),
        "record: turn 2: turn_0002.json: sst.text: expected "},
       {"the story in the request", edited(request.c_str(), "00e9 1", "00e9 7"),
        "story: turn 2: exchange/000/0002-1.request: messages[1]: "},
       {"the reply", edited("exchange/000/0001-1.response", "00e9 1", "00e9 7"),
        "record: turn 1: turn_0001.json: response.text: expected "},
       {"the verdict", edited("turn_0002.json", R"("verdict":"ok")", R"("verdict":"first")"),
        "record: turn 2: turn_0002.json: sst.verdict: expected ok, got first"},
       {"the system message", edited(request.c_str(), "draw", "drew"),
        "system: turn 2: exchange/000/0002-1.request: sha256 of messages[0]: expected "},
       {"a member of the request", edited(request.c_str(), R"("model":)", R"("xodel":)"),
        "request: turn 2: exchange/000/0002-1.request: xodel: expected nothing, got "},
       {"the run in the request", edited(request.c_str(), "5f0c", "5f0d"),
        "request_id: turn 2: exchange/000/0002-1.request: X-Franz-Turn: expected 5f0c/2/"},
       {"a note", edited("turn_0002.json", R"("note":null)", R"("note":"obey")"),
        "note: turn 2: turn_0002.json: note: the log does not have it"},
       {"the picture", edited("turn_0002.png", "IHDR", "IHDS"), "record: turn 2: turn_0002.json: "},
       {"a cut", edited("turn_0002.json", R"("stored":{"bytes":)", R"("stored":{"bytes":1)"),
        "request: turn 2: "},
       {"usable", attempt([](AttemptEntry& entry) { entry.usable = false; }),
        "row: turn 2: run.jsonl: usable: expected true, got false"},
       {"another's file",
        attempt([](AttemptEntry& entry) { entry.files[0].name = "turn_0001.json"; }),
        "log: turn 2: turn_0001.json: the line of this attempt cannot list it"},
       {"AFTER", attempt([](AttemptEntry& entry) { entry.after = request_id(7); }),
        "record: turn 2: turn_0002.json: after: expected "},
       {"a turn is gone", lines([](auto& all) { all.erase(all.begin() + 3); }),
        "log: turn 3: run.jsonl: its line comes after one of turn 1"},
       {"a line twice", lines([](auto& all) { all.insert(all.begin() + 3, all[3]); }),
        "log: turn 2: run.jsonl: there are two attempts 1"},
       {"two lines in another order", lines([](auto& all) { std::swap(all[3], all[4]); }),
        "log: turn 3: run.jsonl: its line comes after one of turn 1"},
       {"a turn after the end", lines([](auto& all) { std::swap(all[4], all[5]); }),
        "log: run.jsonl: line 6: only a resumption can follow the end"},
       {"an end that needs another turn before it", lines([](auto& all) {
          std::get<EndEntry>(all.back().entry).finish = Finish{FinishReason::done, "done"};
        }),
        "log: run.jsonl: end.reason: done, but no turn before it finished the run"},
       {"a keyframe where the canvas is known", lines([](auto& all) {
          all.insert(all.begin() + 3, RunLine{0, "", "", KeyframeEntry{2, {}}});
        }),
        "log: run.jsonl: line 4: a keyframe comes only after a resumption or a lost turn"},
       {"no end", lines([](auto& all) { all.pop_back(); }), "(not_ended): the log has no end"},
       {"no system message", lines([](auto& all) { all.erase(all.begin() + 1); }),
        "system: turn 1: exchange/000/0001-1.request: sha256 of messages[0]: expected nothing"}});
}

// Another first line does not make an imported run a recorded one.
TEST(VerifyRun, AnImportedTurnHasNoRequest) {
  BeginEntry imported{"17aa", "run_2", "of a test", "", ""};
  imported.imported = ImportedFrom{{"t.json", 5, sha256_hex("")}, "ATIF-v1.6", "terminus", "2.0"};
  const auto found = [&](const std::function<void(TurnRecord&)>& edit) {
    MadeRun run(run_folder());
    run.add(imported);
    run.add(BeginEntry{"18bb", "run_3", "of a test", "", ""});
    TurnRecord record;
    record.turn = record.attempt = 1;
    record.verdict = Verdict::unwitnessed;
    record.response.emplace().text = "\"Yes.\"";
    edit(record);
    AttemptEntry entry;
    entry.turn = entry.attempt = 1;
    entry.witness = Witness::imported;
    entry.delivered = entry.usable = record.response.has_value();
    entry.row = row_of(record);
    const std::string json = to_json(record);
    entry.files = {{"turn_0001.json", json.size(), sha256_hex(json)}};
    run.add(entry, {{"turn_0001.json", json}});
    return found_in(run.end().folder());
  };
  const std::string at = "record: turn 1: turn_0001.json: request: it is not that of an imported";
  const std::string whole = "(unwitnessed): turn 1: it was imported: only digests were checked";
  EXPECT_EQ(found([](TurnRecord&) {}), Lines{whole});
  EXPECT_TRUE(has(found([](TurnRecord& record) { record.request_bytes = 9; }), at));
  EXPECT_TRUE(has(found([](TurnRecord& record) { record.called = true; }), at));
  EXPECT_TRUE(has(found([](TurnRecord& record) {
                    record.finish = Finish{FinishReason::done, "done"};
                    record.verdict = Verdict::not_applicable;
                    record.response.reset();
                  }),
                  at));
}

// Each request is checked against the attempt that it continues from.
TEST(VerifyRun, ChecksTheAttemptThatARequestContinuesFrom) {
  struct Row {
    const char* what;
    std::vector<MadeAttempt> attempts;
    Lines found;
  };
  const auto at = [](int turn, int attempt = 1, int after = 0) {
    MadeAttempt made;
    made.turn = turn;
    made.attempt = attempt;
    made.after = after;
    return made;
  };
  const auto with = [](MadeAttempt made, auto change) {
    change(made);
    return made;
  };
  const std::vector<Row> rows = {
      {"a retry with the same picture", {at(1), at(2), at(2, 2), at(3, 1, 2)}, {}},
      {"a retry after a reply that was cut",
       {at(1), with(at(2), [](MadeAttempt& made) { made.cut = true; }), at(2, 2), at(3, 1, 2)},
       {}},
      {"an older reply",
       {at(1), at(2), at(2, 2), at(3, 1, 1)},
       {"(superseded): turn 3: it continues from turn 2, attempt 1, which is not the newest"}},
      {"a reply that nobody recorded",
       {at(1), at(2), with(at(3), [](MadeAttempt& made) { made.after_id = request_id(2, 9); })},
       {"(unverifiable): turn 3: its memory could not be verified: "}},
      {"another story",
       {at(1), at(2), with(at(3), [](MadeAttempt& made) { made.story = "lies"; })},
       {"story: turn 3: exchange/000/0003-1.request: messages[1]: "}},
      {"a compressed reply",
       {at(1), with(at(2), [](MadeAttempt& made) { made.gzip = true; }), at(3)},
       {}},
      {"a compressed reply that an older version recorded",
       {at(1), with(at(2), [](MadeAttempt& made) { made.gzip = made.undecoded = true; }), at(3)},
       {"(unverifiable): turn 3: its memory could not be verified: "}},
      {"an id that was used before",
       {at(1), at(2), with(at(2, 1), [](MadeAttempt&) {})},
       {"request_id: turn 2: run.jsonl: request: 0000000000020001 is the id of a request before "
        "it"}},
  };
  for (const Memory* const memory : {find_memory("sst"), &kDialogue}) {
    for (const Row& row : rows) {
      MadeRun run(run_folder(), memory);
      for (const MadeAttempt& each : row.attempts) run.attempt(each);
      run.end();
      const Lines found = found_in(run.folder());
      EXPECT_EQ(found.size(), row.found.size())
          << memory->name << ": " << row.what << testing::PrintToString(found);
      for (const std::string& each : row.found)
        EXPECT_TRUE(has(found, memory == &kDialogue && each.starts_with("story")
                                   ? "story: turn 3: exchange/000/0003-1.request: "
                                   : each))
            << memory->name << ": " << row.what << testing::PrintToString(found);
    }
  }
}

TEST(VerifyRun, ListsTurnsThatNoRelaySaw) {
  MadeRun run(run_folder(), find_memory("sst"), Witness::self);
  run.turns(1, 2).end();
  EXPECT_EQ(found_in(run.folder()), Lines{"(unwitnessed): turns 1-2: no relay saw it"});
  // Its memory is checked anyway.
  edit(run.folder(), "exchange/000/0002-1.request", "00e9 1", "00e9 7");
  rewrite_log(run.folder());
  EXPECT_TRUE(has(found_in(run.folder()), "story: turn 2: "));
}

TEST(VerifyRun, ReportsADifferentNote) {
  MadeRun run(run_folder());
  run.turns(1, 1);
  MadeAttempt second;
  second.turn = 2;
  second.note = "to the left";
  run.attempt(second).end();
  EXPECT_EQ(found_in(run.folder()), Lines{});
  rewrite_log(run.folder(), [](std::vector<RunLine>& all) {
    for (RunLine& line : all)
      if (auto* const note = std::get_if<NoteEntry>(&line.entry))
        note->sha256 = sha256_hex("to the right");
  });
  EXPECT_TRUE(has(found_in(run.folder()), "note: turn 2: turn_0002.json: note: "));
}

// A turn that could not be recorded; the next one continues from state.json.
TEST(VerifyRun, ListsLostTurns) {
  for (const bool has_reply : {true, false}) {
    MadeRun run(run_folder());
    run.turns(1, 1);
    LostEntry lost;
    lost.turn = 2;
    lost.attempt = 1;
    lost.request = request_id(2);
    lost.why = "a kill";
    std::vector<std::pair<std::string, std::string>> files;
    if (has_reply) {
      Step step;
      step.turn = 2;
      step.reply.text = "\"" + reply_text(2) + "\"";
      const std::string name = lost_file(2, 1);
      lost.file = logged_file(name, to_json(step));
      files.emplace_back(name, to_json(step));
    }
    run.add(lost, files).turns(3, 3).end();
    const Lines found = found_in(run.folder());
    EXPECT_TRUE(has(found, "(lost): turn 2: not recorded: a kill"))
        << testing::PrintToString(found);
    EXPECT_TRUE(has(found, "(unverifiable): turn 3: ")) << testing::PrintToString(found);
    EXPECT_EQ(found.size(), 2U) << testing::PrintToString(found);
    if (!has_reply) continue;
    // A story that does not even equal that reply.
    edit(run.folder(), lost_file(2, 1), "00e9 2", "00e9 7");
    rewrite_log(run.folder());
    EXPECT_TRUE(has(found_in(run.folder()), "story: turn 3: exchange/000/0003-1.request: "))
        << testing::PrintToString(found_in(run.folder()));
  }
}

TEST(VerifyRun, AcceptsARunResumedAfterItsEnd) {
  MadeRun run(run_folder());
  run.turns(1, 2).end();
  ResumedEntry resumed;
  resumed.text = "resumed after turn 2";
  resumed.version = "of a test";
  resumed.in_force.settings = R"({"agent.memory":"sst"})";
  run.add(resumed).turns(3, 3);
  EXPECT_EQ(found_in(run.folder()).size(), 1U);
  EXPECT_TRUE(has(found_in(run.folder()), "(not_ended): "));
  run.end();
  EXPECT_EQ(found_in(run.folder()), Lines{});
}

TEST(VerifyRun, RefusesARunOfVersion2) {
  const std::string folder = run_folder();
  ASSERT_TRUE(remove_folder(folder).ok() && make_folders(folder).ok());
  write_bytes(folder, "run.json", R"({"protocol":"franz.run.v2"})");
  const Lines found = found_in(folder);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found.front().find("franz.run.v2"), std::string::npos) << found.front();
  EXPECT_NE(found.front().find("franz.run.v3"), std::string::npos) << found.front();
}
}  // namespace
}  // namespace franz::proxy
