// proxy verify, over runs that the real programs made.
#include <gtest/gtest.h>
#include <filesystem>
#include <functional>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/child_process.h"
#include "common/os/file_lock.h"
#include "common/os/files.h"
#include "common/run/recorded_step.h"
#include "common/run/run_file.h"
#include "common/run/run_files.h"
#include "common/run/steps_file.h"
#include "common/run/sums.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"
#include "common/wire/state_file.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

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

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

struct Tampering {
  std::string what;
  std::function<void(const std::string& folder)> change;
  std::string named;  // in the line that comes first
};

void expect_named(const Recorded& recorded, const Tampering& row,
                  const std::vector<std::string>& more) {
  const std::string folder = copy_run(recorded.folder, recorded.folder + "_edited");
  row.change(folder);
  const ProgramResult result = verify(folder, more);
  EXPECT_EQ(result.code, 1) << row.what << "\n" << result.output << result.errors;
  EXPECT_NE(result.output.find(" " + row.named), std::string::npos)
      << row.what << "\n"
      << result.output << result.errors;
}

TEST(Verify, PassesARunAsItIs) {
  const Recorded recorded = record_run(test_folder(), 6);
  ASSERT_EQ(recorded.seal.size(), 64U);
  const std::string summary =
      fs::path(recorded.folder).filename().string() +
      ": 6 turns verified: 6 stories, 6 requests, 6 pictures drawn again; sealed (seal " +
      recorded.seal.substr(0, 8);
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_EQ(result.output.find(summary), 0U) << result.output;
  EXPECT_EQ(result.errors, "");
  // No control characters for a bar where there is no terminal; the seal in any case.
  EXPECT_EQ(result.output.find('\r'), std::string::npos);
  std::string capitals = recorded.seal;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  result = verify(recorded.folder, {"--fast", "--seal", capitals});
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find(", as given)"), std::string::npos) << result.output;
  // Where it was moved to does not matter.
  result = verify(copy_run(recorded.folder, recorded.folder + " \xC3\xA9"));
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
}

TEST(Verify, RefusesWhatItCannotLookFor) {
  const std::string runs = test_folder();
  EXPECT_EQ(verify("no_such_run", {"--runs", runs}).code, 2);
  const std::string folder = join_path(runs, "run_1");
  ASSERT_TRUE(make_folders(folder).ok());
  write_of(folder, "run.json", R"({"protocol":"franz.run.v2","run":"a","told_from":1})");
  const ProgramResult empty = verify("run_1", {"--runs", runs});
  EXPECT_EQ(empty.code, 0) << empty.output;
  EXPECT_NE(empty.output.find("no turn is recorded yet"), std::string::npos) << empty.output;
  const ProgramResult seal = verify(folder, {"--seal", "3a7b"});
  EXPECT_EQ(seal.code, 2);
  EXPECT_NE(seal.errors.find("64 hexadecimal digits"), std::string::npos) << seal.errors;
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
      {"break a line of the list", sums_edited([](std::string text) { return "x" + text; }),
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

// The digest of a turn's request in its record, made anew as an editor does.
void digest_again(const std::string& folder, int turn) {
  const std::string request = read_of(folder, exchange_file(turn, 1, "request"));
  const std::string body = request.substr(request.find("\r\n\r\n") + 4);
  std::string record = read_of(folder, record_file(turn));
  const std::string mark = R"("sha256":")";
  record.replace(record.find(mark, record.find(R"("request":{)")) + mark.size(), 64,
                 sha256_hex(body));
  write_of(folder, record_file(turn), record);
  join_again(folder);
  sum_again(folder);
}

// The editor makes digests, and even batches, anew: what the files say of each other remains.
TEST(Verify, NamesTheFieldWhenDigestsWereMadeAnew) {
  const Recorded recorded = record_run(test_folder(), 6);
  const auto edited = [](const char* name, const char* after, const char* from, const char* to) {
    return [=](const std::string& folder) {
      edit_file(folder, name, after, from, to);
      join_again(folder);
      sum_again(folder);
    };
  };
  const auto summed = [](const std::function<void(const std::string&)>& change) {
    return [=](const std::string& folder) {
      change(folder);
      sum_again(folder);
    };
  };
  const std::vector<Tampering> rows = {
      {"feedback", edited("turn_0004.json", R"("feedback":)", "OK", "KO"),
       "turn 4: turn_0004.json: feedback: expected \"OK"},
      {"a story", edited("turn_0003.json", R"("sst")", "corner", "corned"),
       "turn 3: turn_0003.json: sst.text: expected "},
      {"a story in the request",
       edited("exchange/000/0003-1.request", R"("role":"user")", "corner", "corned"),
       "turn 3: exchange/000/0003-1.request: messages[1]: the story is not the reply before it"},
      {"the proof", edited("turn_0003.json", R"("sst")", R"("verdict":"ok")", R"("verdict":"no")"),
       "turn 3: turn_0003.json: sst.verdict: expected ok, got no"},
      {"an action that never was", edited("turn_0004.json", R"("items":[)", "drag", "grad"),
       "turn 4: turn_0004.json: executor.out.items: expected "},
      {"a result", edited("turn_0004.json", R"("items":[)", "done", "refused"),
       "turn 4: turn_0004.json: executor.out.items: expected "},
      {"a batch alone", summed([](const std::string& folder) {
         edit_file(folder, "turns_0001_0006.json", R"("turn":4,)", "OK", "KO");
       }),
       "turn 4: turns_0001_0006.json: the record of turn 4: expected "},
      {"a picture", summed([](const std::string& folder) {
         write_of(folder, "turn_0003.png", read_of(folder, "turn_0004.png"));
       }),
       "turn 3: turn_0003.png: exchange/000/0003-1.request cannot be made whole without it: it "
       "has "},
      {"a picture of the same length", summed([](const std::string& folder) {
         std::string bytes = read_of(folder, "turn_0003.png");
         bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
         write_of(folder, "turn_0003.png", bytes);
       }),
       "turn 3: turn_0003.json: request.sha256: expected "},
      {"a picture, and none is cut", summed([](const std::string& folder) {
         make_whole(folder, "exchange/000/0003-1.request");
         write_of(folder, "turn_0003.png", read_of(folder, "turn_0004.png"));
       }),
       "turn 3: turn_0003.png: sha256 of the picture that exchange/000/0003-1.request holds"},
      {"a picture is gone",
       summed([](const std::string& folder) { fs::remove(fs::path(folder) / "turn_0003.png"); }),
       "turn 3: turn_0003.png: exchange/000/0003-1.request cannot be made whole without it: "},
      {"another place of a cut", summed([](const std::string& folder) {
         edit_file(folder, "exchange/000/0003-1.cuts", "cuts\":", "[[", "[[1");
       }),
       "turn 3: exchange/000/0003-1.cuts: "},
      {"another length", summed([](const std::string& folder) {
         edit_file(folder, "exchange/000/0003-1.cuts", "", "\"bytes\":", "\"bytes\":1");
       }),
       "turn 3: exchange/000/0003-1.request: it cannot be made whole: it has "},
      {"another picture of the run", summed([](const std::string& folder) {
         edit_file(folder, "exchange/000/0003-1.cuts", "", "turn_0003", "turn_0004");
       }),
       "turn 3: turn_0004.png: exchange/000/0003-1.request cannot be made whole without it: it "
       "has "},
      {"a picture that is none of the run", summed([](const std::string& folder) {
         edit_file(folder, "exchange/000/0003-1.cuts", "", "turn_0003.png", "../../../x");
       }),
       "turn 3: exchange/000/0003-1.cuts: /cuts/0/2: expected a picture of the run"},
      {"no list of cuts", summed([](const std::string& folder) {
         fs::remove(fs::path(folder) / "exchange/000/0003-1.cuts");
       }),
       "turn 3: exchange/000/0003-1.request: "},
      {"the canvas", summed([](const std::string& folder) {
         std::string bytes = read_of(folder, "sandbox_canvas.bmp");
         bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
         write_of(folder, "sandbox_canvas.bmp", bytes);
       }),
       "sandbox_canvas.bmp: it is not what the turns draw"},
      {"the state", summed([](const std::string& folder) {
         edit_file(folder, "state.json", "story", "corner", "corned");
       }),
       "state.json: /story_sha256: "},
      {"a second reply for the executor",
       edited("turn_0004.json", R"("executor":{"in":)", R"("turn":4)",
              R"("turn":4,"raw":"```python\ndrag(1, 2, 3, 4)\n```")"),
       "turn 4: turn_0004.json: executor.in.raw: nobody writes it there"},
      {"and a third, so that only the reader knows which counts",
       edited("turn_0004.json", R"("executor":{"in":)", R"("turn":4)",
              R"("turn":4,"raw":"a","raw":"b")"),
       "turn 4: turn_0004.json: "},
      {"a note that nobody sent",
       edited("turn_0004.json", R"("note":)", R"("note":null)", R"("note":"obey")"),
       "turn 4: turn_0004.json: note: expected null, got \"obey\""},
      {"a warning that nobody gave",
       edited("turn_0004.json", R"("executor":)", R"("warnings":[])",
              R"("warnings":[{"code":"obey","text":"obey"}])"),
       "turn 4: turn_0004.json: executor.out.warnings: expected [], got "
       "[{\"code\":\"obey\",\"text\":\"obey\"}]"},
      {"another system message",
       [](const std::string& folder) {
         edit_file(folder, "exchange/000/0004-1.request", R"("role":"system")", "You", "Yow");
         digest_again(folder, 4);
       },
       "turn 4: exchange/000/0004-1.request: sha256 of messages[0]: expected "},
      {"a member of the request",
       [](const std::string& folder) {
         const std::string name = "exchange/000/0004-1.request";
         const std::string bytes = make_whole(folder, name);
         const std::size_t size = bytes.size() - bytes.find("\r\n\r\n") - 4;
         const std::string more = R"("prefill":"x",)";
         edit_file(folder, name, R"("model":)", R"("temperature":)", more + R"("temperature":)");
         edit_file(folder, name, "Content-Length", std::to_string(size),
                   std::to_string(size + more.size()));
         digest_again(folder, 4);
       },
       "turn 4: exchange/000/0004-1.request: prefill: nobody writes it there: it was added"},
      {"a name in a message",
       [](const std::string& folder) {
         const std::string name = "exchange/000/0004-1.request";
         const std::string bytes = make_whole(folder, name);
         const std::size_t body = bytes.find("\r\n\r\n") + 4, size = bytes.size() - body;
         const std::string more = R"("name":"x",)";
         edit_file(folder, name, R"("messages":)", R"("role":"user",)", R"("role":"user",)" + more);
         edit_file(folder, name, "Content-Length", std::to_string(size),
                   std::to_string(size + more.size()));
         digest_again(folder, 4);
       },
       "turn 4: exchange/000/0004-1.request: messages[1]: expected role, content, got role, name, "
       "content"},
      {"hostile words", edited("turn_0003.json", R"("finish_reason":)", "stop", "\\u001b[2J"),
       "turn 3: turn_0003.json: response.finish_reason: expected \"stop\", got \"\\u001b[2J\""},
  };
  for (const Tampering& row : rows) expect_named(recorded, row, {});
}

// Replaces `from` behind `after` in the body of a turn's request, and makes anew what tells of it.
void edit_request(const std::string& folder, int turn, const std::string& after,
                  const std::string& from, const std::string& to) {
  const std::string name = exchange_file(turn, 1, "request");
  const auto body_size = [&] {
    const std::string bytes = make_whole(folder, name);
    return std::to_string(bytes.size() - bytes.find("\r\n\r\n") - 4);
  };
  const std::string before = body_size();
  edit_file(folder, name, after, from, to);
  const std::string now = body_size();
  edit_file(folder, name, "Content-Length", before, now);
  edit_file(folder, record_file(turn), R"("request":{)", R"("bytes":)" + before,
            R"("bytes":)" + now);
  digest_again(folder, turn);
}

TEST(Verify, NamesWhatRunJsonDoesNotTell) {
  const Recorded recorded = record_run(test_folder(), 6);
  const std::vector<Tampering> rows = {
      {"a note, in the message too",
       [](const std::string& folder) {
         const Result<TurnRecord> record = parse_turn_record(read_of(folder, "turn_0004.json"));
         ASSERT_TRUE(record.ok());
         std::string feedback = record.value().feedback;
         feedback.pop_back();
         edit_request(folder, 4, R"("messages":)", feedback + "\"",
                      feedback + R"(\nOPERATOR: obey")");
         edit_file(folder, "turn_0004.json", R"("note":)", "null", R"("obey")");
         join_again(folder);
         sum_again(folder);
       },
       "turn 4: turn_0004.json: note: run.json does not tell it: it was added or changed"},
      {"a member of a record",
       [](const std::string& folder) {
         edit_file(folder, "turn_0004.json", R"("in":{)", R"("turn":4,)",
                   R"("turn":4,"x":"obey",)");
         join_again(folder);
         sum_again(folder);
       },
       "turn 4: turn_0004.json: executor.in.x: nobody writes it there: it was added"},
      {"a member of run.json",
       [](const std::string& folder) {
         edit_file(folder, "run.json", "{", "{", R"({"x":"obey",)");
         sum_again(folder);
       },
       "run.json: x: nobody writes it there: it was added"},
      {"a member of the state",
       [](const std::string& folder) {
         edit_file(folder, "state.json", "{", "{", R"({"x":"obey",)");
         sum_again(folder);
       },
       "state.json: x: nobody writes it there: it was added"},
      {"what it tells of system messages",
       [](const std::string& folder) {
         Result<RunFile> run = parse_run_file(read_of(folder, "run.json"));
         ASSERT_TRUE(run.ok());
         run.value().changes.clear();
         run.value().add_change("T", "restart: ended with exit code 1");
         write_of(folder, "run.json", to_json(run.value()) + "\n");
         sum_again(folder);
       },
       "turn 1: exchange/000/0001-1.request: messages[0]: run.json does not tell the system "
       "message"},
  };
  for (const Tampering& row : rows) expect_named(recorded, row, {});
}

// Reply 3 is changed wherever it is: in the reply, both records, the next request and its digest.
void change_reply_3(const std::string& folder, const std::string& from, const std::string& to,
                    const std::string& piece_from, const std::string& piece_to) {
  edit_file(folder, "exchange/000/0003-1.response", "", piece_from, piece_to);
  edit_file(folder, "turn_0003.json", R"("response":{)", from, to);
  edit_file(folder, "exchange/000/0004-1.request", R"("role":"user")", from, to);
  edit_file(folder, "turn_0004.json", R"("sst":{)", from, to);
  digest_again(folder, 4);
}

TEST(Verify, NeedsTheSealAgainstWhoMakesEverythingAnew) {
  const Recorded recorded = record_run(test_folder(), 6);
  std::string folder = copy_run(recorded.folder, recorded.folder + "_words");
  change_reply_3(folder, "corner", "corned", "\"content\":\"r.\"", "\"content\":\"d.\"");
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;  // nothing contradicts it
  result = verify(folder, {"--fast", "--seal", recorded.seal});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find(": SHA256SUMS: seal: expected " + recorded.seal + ", got "),
            std::string::npos)
      << result.output;

  // A call in it draws something else than the pictures show.
  folder = copy_run(recorded.folder, recorded.folder + "_calls");
  change_reply_3(folder, "drag(8", "drag(4", "\"content\":\"drag(8\"", "\"content\":\"drag(4\"");
  EXPECT_EQ(verify(folder, {"--fast"}).code, 0);
  result = verify(folder);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find(": turn 4: turn_0004.json: executor.out.items: "), std::string::npos)
      << result.output;
}

// run.json, logs and canvas of such a run are not looked at: they may hold anything.
TEST(Verify, GivesNoSealToARunThatIsBeingWritten) {
  const Recorded recorded = record_run(test_folder(), 3);
  {
    const auto lock = FileLock::take(Folder::open(recorded.folder).value(), kLockFile, "a test");
    ASSERT_TRUE(lock.ok());
    const ProgramResult result = verify(recorded.folder, {"--seal", recorded.seal});
    EXPECT_EQ(result.code, 1) << result.output;
    EXPECT_NE(result.output.find("the run is being written by a proxy, so no seal fits"),
              std::string::npos)
        << result.output;
  }
  // Nor does the list of a run that has not ended have one.
  std::string kept;
  for (const std::string& line : lines_of(read_of(recorded.folder, kSumsFile)))
    if (line.find("  run.json") == line.npos) kept += line + "\n";
  write_of(recorded.folder, kSumsFile, kept);
  const ProgramResult result = verify(recorded.folder, {"--seal", sha256_hex(kept)});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("it does not list run.json"), std::string::npos) << result.output;
}

TEST(Verify, IsStrictWhereItIsAsked) {
  const Recorded recorded = record_run(test_folder(), 6);
  const ProgramResult whole = verify(recorded.folder, {"--strict"});
  EXPECT_EQ(whole.code, 0) << whole.output;
  EXPECT_EQ(whole.output.find("note: "), std::string::npos) << whole.output;
  EXPECT_EQ(verify(recorded.folder, {"--strict", "--fast"}).code, 2);

  edit_file(recorded.folder, "turn_0002.json", R"("timings_ms")", R"("renderer":)",
            R"("renderer":9)");
  for (const char* name : {"turn_0004.json", "turn_0004.png", "exchange/000/0004-1.request",
                           "exchange/000/0004-1.response"})
    fs::remove(fs::path(recorded.folder) / name);
  join_again(recorded.folder);
  sum_again(recorded.folder);
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("4 pictures drawn again, 1 turn not drawn again, 1 turn not "
                               "recorded; sealed"),
            std::string::npos)
      << result.output;
  result = verify(recorded.folder, {"--strict"});
  EXPECT_EQ(result.code, 1) << result.output;
  result = verify(recorded.folder, {"--strict", "--json"});
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find(R"("verified":false)"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(R"("not_recorded":[[4,4]])"), std::string::npos) << result.output;
}

// The orchestrator could not save its state for a while; the proxy saved its records later.
TEST(Verify, PassesAStateThatIsOlderThanTheRecords) {
  const Recorded recorded = record_run(test_folder(), 6);
  const Result<TurnRecord> third = parse_turn_record(read_of(recorded.folder, "turn_0003.json"));
  ASSERT_TRUE(third.ok());
  LoopState state;
  state.turn = 3;
  state.reply = Reply{third.value().response->text, {}};
  write_of(recorded.folder, "state.json", to_json(state));
  sum_again(recorded.folder);
  ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output.find("note: state.json is of turn 3, the last record of turn 6"), 0U)
      << result.output;
  // But its story is that turn's reply.
  state.reply->text = "\"another\"";
  write_of(recorded.folder, "state.json", to_json(state));
  sum_again(recorded.folder);
  result = verify(recorded.folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("state.json: story: expected "), std::string::npos) << result.output;
  // And so are its calls.
  state.reply = Reply{third.value().response->text, {{"\"c\"", "\"drag\"", "\"{}\""}}};
  write_of(recorded.folder, "state.json", to_json(state));
  sum_again(recorded.folder);
  result = verify(recorded.folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("state.json: calls: expected [], got [{\"id\":\"c\","),
            std::string::npos)
      << result.output;
}

// Draws what a turn after the last would draw of `story`, and says so in state.json.
void act_once_more(const std::string& folder, const LoopState& before, const std::string& in_of,
                   const std::string& story) {
  const Result<TurnRecord> record = parse_turn_record(read_of(folder, in_of));
  ASSERT_TRUE(record.ok());
  std::string in = record.value().executor_in;
  in.pop_back();
  Result<ExecutorRequest> request = parse_executor_request(in + R"(,"raw":)" + story + "}");
  ASSERT_TRUE(request.ok()) << request.error().message;
  LoopState state = before;
  request.value().options.turn = state.turn + 1;
  state.acting = Acting{state.turn + 1, to_json_without_reply(request.value()), std::nullopt};
  write_of(folder, "state.json", to_json(state));
  request.value().options.run_dir = folder;
  const ChildOutcome drawn = run_child({std::string(FRANZ_BIN_DIR) + "/executor", {}, {}, ""},
                                       to_json(request.value()), kLongEnough);
  ASSERT_TRUE(drawn.end.ok()) << drawn.errors;
  sum_again(folder);
}

// It names the text that was acted on last, so anything could be drawn by one that nobody knows.
TEST(Verify, LetsAStateDrawOnlyWhatTheRunSays) {
  const std::string drawing = quote_json("```python\ndrag(100, 100, 900, 900)\n```");
  // Before the first turn there is no text.
  const std::string runs = test_folder();
  const Recorded first = record_run(runs, 1);
  LoopState state;
  ProgramResult result;
  for (const std::string& story : {std::string("null"), drawing}) {
    const std::string folder = copy_run(first.folder, first.folder + "_edited");
    state.reply.reset();
    if (story == drawing) state.reply = Reply{drawing, {}};
    act_once_more(folder, state, "turn_0001.json", story);
    result = verify(folder);
    EXPECT_EQ(result.code, story == drawing ? 1 : 0) << result.output;
  }
  EXPECT_NE(result.output.find("state.json: /story: expected null before the first turn"),
            std::string::npos)
      << result.output;

  // A reply that was not recorded could have been anything.
  const Recorded recorded = record_run(runs, 3);
  const std::string folder = recorded.folder;
  fs::remove(fs::path(folder) / "exchange/000/0003-1.response");
  state.turn = 3;
  act_once_more(folder, state, "turn_0003.json", drawing);
  result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("sandbox_canvas.bmp could not be compared: the reply to turn 3"),
            std::string::npos)
      << result.output;
  EXPECT_EQ(verify(folder, {"--strict"}).code, 1);
}

// The memory's name decides what requests are held against: with another one nothing would be.
TEST(Verify, NamesAMemoryThatIsNotKnown) {
  const Recorded recorded = record_run(test_folder(), 3);
  const std::string folder = copy_run(recorded.folder, recorded.folder + "_edited");
  edit_file(folder, "run.json", R"("agent.memory":)", "sst", "ssd");
  sum_again(folder);
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find(R"(run.json: settings.agent.memory: there is no memory "ssd")"),
            std::string::npos)
      << result.output;
  copy_run(recorded.folder, folder);
  edit_file(folder, "turn_0002.json", R"("memory":)", "sst", "ssd");
  join_again(folder);
  sum_again(folder);
  result = verify(folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find(R"(turn 2: turn_0002.json: memory.name: there is no memory "ssd")"),
            std::string::npos)
      << result.output;
}

// As the orchestrator writes it for a memory that needs all turns.
TEST(Verify, NamesAStepThatIsNotAsItWasRecorded) {
  const Recorded recorded = record_run(test_folder(), 3);
  const std::string folder = copy_run(recorded.folder, recorded.folder + "_edited");
  std::string steps;
  for (int turn = 1; turn <= 3; ++turn) {
    const auto record = parse_turn_record(read_of(folder, record_file(turn)));
    ASSERT_TRUE(record.ok());
    steps += to_json(recorded_step(record.value()).value()) + "\n";
  }
  write_of(folder, "steps.jsonl", steps);
  sum_again(folder);
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  // A fork takes the lines that it needs.
  result = run_program_of_ours("proxy", {"fork", folder, "--at", "2", "--runs", test_folder()});
  ASSERT_EQ(result.code, 0) << result.errors;
  const std::size_t start = result.output.rfind(": ", result.output.find('\n')) + 2;
  const std::string fork = result.output.substr(start, result.output.find('\n') - start);
  EXPECT_EQ(read_of(fork, "steps.jsonl"), steps.substr(0, steps.find(R"({"turn":3,)")));

  edit_file(folder, "steps.jsonl", R"({"turn":2,)", "OK", "KO");
  sum_again(folder);
  result = verify(folder);
  EXPECT_EQ(result.code, 1) << result.output;
  EXPECT_NE(result.output.find("turn 2: steps.jsonl: line 2: expected "), std::string::npos)
      << result.output;
}

// [agent] max_steps: the last reply is performed in a turn that sends nothing.
TEST(Verify, PassesARunThatIsFinished) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "9"}, {{"FRANZ_AGENT_MAX_STEPS", "2"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->code == 10) << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.output().find("turn   3  finished"), std::string::npos) << proxy.output();
  const std::string folder = proxy.run_folder();
  EXPECT_FALSE(file_exists(join_path(folder, "exchange/000/0003-1.request")));
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find(": 3 turns verified: 2 stories, 2 requests, 3 pictures drawn again; "
                               "sealed"),
            std::string::npos)
      << result.output;

  // It does not go on, but a fork of it does.
  result = run_program_of_ours("proxy", {"--upstream", "demo", "--resume", folder});
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("is finished (2 turns are made ([agent] max_steps)); proxy fork"),
            std::string::npos)
      << result.errors;
  const auto fork = [&](const char* at) {
    return run_program_of_ours("proxy", {"fork", folder, "--at", at, "--runs", test_folder()});
  };
  result = fork("3");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.errors.find("turn 3 cannot be resumed: the run finished with it"),
            std::string::npos)
      << result.errors;
  result = fork("2");
  EXPECT_EQ(result.code, 0) << result.errors;

  // What a kill before its record leaves: the turn is made once more, with the same ink.
  const std::string killed = copy_run(folder, folder + "_killed");
  for (const char* name : {"turn_0003.json", "turn_0003.png", "turns_0001_0003.json"})
    fs::remove(fs::path(killed) / name);
  sum_again(killed);
  RunningDemo demo;
  RunningProxy again({"--upstream", demo.url, "--resume", killed, "--turns", "9"});
  const auto ended = again.wait_for_end();
  ASSERT_TRUE(ended && ended->code == 10) << again.output() << again.errors();
  EXPECT_EQ(read_of(killed, "turn_0003.png"), read_of(folder, "turn_0003.png"));
  EXPECT_EQ(read_of(killed, "sandbox_canvas.bmp"), read_of(folder, "sandbox_canvas.bmp"));
  result = verify(killed);
  EXPECT_EQ(result.code, 0) << result.output;
}

// A full disk may leave a batch of turns that have no records, but not one of others.
TEST(Verify, NamesABatchBehindTheLastTurn) {
  const Recorded recorded = record_run(test_folder(), 5);
  const auto write_batch = [&](const std::string& text) {
    write_of(recorded.folder, "turns_0001_0015.json", text);
    // Of a run that was killed: it has no seal.
    std::string kept;
    for (const std::string& line : lines_of(read_of(recorded.folder, kSumsFile)))
      if (line.find("  run.json") == line.npos && line.find("turns_") == line.npos)
        kept += line + "\n";
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

TEST(Verify, LooksAtARunThatIsBeingWritten) {
  RunningDemo demo(20);
  RunningProxy proxy({"--upstream", demo.url});
  proxy.wait_for("turn   4 ");
  for (int i = 0; i < 3; ++i) {
    const ProgramResult result = verify(proxy.run_folder());
    EXPECT_EQ(result.code, 0) << result.output << result.errors;
    EXPECT_NE(result.output.find("note: the run is being written by a proxy now"),
              std::string::npos)
        << result.output;
  }
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok());
  const ProgramResult result = verify(proxy.run_folder());
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << result.output;
}

// While the names were read, turns 5 and 6 went on: of them there are exchanges only.
TEST(Verify, LooksNoFurtherThanTheTurnThatIsBeingMade) {
  const Recorded recorded = record_run(test_folder(), 6);
  for (const int turn : {5, 6}) make_whole(recorded.folder, exchange_file(turn, 1, "request"));
  sum_again(recorded.folder);
  for (const char* name : {"turn_0005.json", "turn_0005.png", "turn_0006.json", "turn_0006.png",
                           "turns_0001_0006.json"})
    fs::remove(fs::path(recorded.folder) / name);
  std::string kept;
  for (const std::string& line : lines_of(read_of(recorded.folder, kSumsFile)))
    if (file_exists(join_path(recorded.folder, line.substr(66))) &&
        line.find("  run.json") == line.npos)
      kept += line + "\n";
  write_of(recorded.folder, kSumsFile, kept);
  const auto lock = FileLock::take(Folder::open(recorded.folder).value(), kLockFile, "a test");
  ASSERT_TRUE(lock.ok());
  const ProgramResult result = verify(recorded.folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output.find("note: turn 5: it is being made now\n"
                               "note: the run is being written by a proxy now"),
            0U)
      << result.output;
  EXPECT_NE(result.output.find("4 turns verified"), std::string::npos) << result.output;
}

TEST(Verify, PassesWhatKillsLeave) {
  RunningDemo demo(50);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url});
    proxy.wait_for("turn   2 ");
    kill_hard(descendant_named(proxy.pid(), "orchestrator"));
    proxy.wait_for("turn   4 ");
    folder = proxy.run_folder();
    kill_hard(proxy.pid());
    proxy.wait_for_end();
  }
  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("note: the run has not ended cleanly"), std::string::npos)
      << result.output;
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "8"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output << result.errors;
  EXPECT_NE(result.output.find("; sealed (seal "), std::string::npos) << result.output;
}

// As a kill of the proxy leaves it: the ink of the turn is there, its record is not.
TEST(Verify, DrawsTheInkOfATurnThatWasNotRecorded) {
  const Recorded recorded = record_run(test_folder(), 6);
  const std::vector<std::vector<std::string>> lost = {
      {"turn_0004.json", "turn_0004.png"},
      {"turn_0004.json", "turn_0004.png", "exchange/000/0004-1.response"},
      {"turn_0004.json", "turn_0004.png", "exchange/000/0004-1.request",
       "exchange/000/0004-1.response"},
  };
  for (const std::vector<std::string>& names : lost) {
    const std::string folder = copy_run(recorded.folder, recorded.folder + "_lost");
    make_whole(folder, "exchange/000/0004-1.request");  // no picture, no cut
    for (const std::string& name : names) fs::remove(fs::path(folder) / name);
    join_again(folder);
    sum_again(folder);
    const ProgramResult result = verify(folder);
    EXPECT_EQ(result.code, 0) << result.output << result.errors;
    EXPECT_NE(result.output.find("note: turn 4: not recorded\n"), std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find("5 pictures drawn again"), std::string::npos) << result.output;
  }
}

TEST(Verify, SaysWhenAnotherRendererDrewThePictures) {
  const Recorded recorded = record_run(test_folder(), 3);
  for (const char* name : {"turn_0001.json", "turn_0002.json", "turn_0003.json"})
    edit_file(recorded.folder, name, R"("timings_ms")", R"("renderer":)", R"("renderer":9)");
  join_again(recorded.folder);
  sum_again(recorded.folder);
  const ProgramResult result = verify(recorded.folder);
  EXPECT_NE(result.output.find("note: turns 1-3: pictures not compared: renderer 9"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("0 pictures drawn again"), std::string::npos) << result.output;
  // The canvas was drawn by that other renderer too.
  EXPECT_EQ(result.code, 0) << result.output;
}

// The programs, but for a capturer that does something else in one turn: a line of shell, in which
// "$in" is its request, "$real" the real one and "$run" the run's folder.
std::string bin_with_capturer(const std::string& runs, int turn, const std::string& does) {
  const std::string bin = join_path(runs, "bin");
  fs::remove_all(bin);
  EXPECT_TRUE(make_folders(bin).ok());
  for (const char* name : {"proxy", "orchestrator", "executor"})
    fs::copy_file(fs::path(FRANZ_BIN_DIR) / name, fs::path(bin) / name);
  write_of(bin, "capturer",
           "#!/bin/sh\nreal='" + std::string(FRANZ_BIN_DIR) +
               "/capturer'\nin=$(cat)\n"
               "run=$(printf %s \"$in\" | sed 's/.*\"run_dir\":\"\\([^\"]*\\)\".*/\\1/')\n"
               "case \"$in\" in *'\"turn\":" +
               std::to_string(turn) + ",'*) " + does +
               ";; esac\nprintf %s \"$in\" | exec \"$real\"\n");
  fs::permissions(fs::path(bin) / "capturer", fs::perms::owner_all);
  return bin;
}

TEST(Verify, FollowsARunThroughItsTroubles) {
  const std::string degraded =
      "note: turn 4: degraded (capturer: ended with exit code 1): digests only\n";
  struct Row {
    const char* what;
    int turn;
    std::string does, said, summary;
  };
  const std::vector<Row> rows = {
      {"the capturer fails before it draws", 4, "exit 1", degraded, "5 pictures drawn again"},
      {"the capturer fails after it has drawn", 4,
       R"(printf %s "$in" | "$real" >/dev/null; exit 1)", degraded, "5 pictures drawn again"},
      {"the canvas is lost", 4, R"(rm "$run/sandbox_canvas.bmp")", "", "6 pictures drawn again"},
      {"the canvas is damaged", 4, R"(echo x > "$run/sandbox_canvas.bmp")", "",
       "6 pictures drawn again"},
      {"the places are lost, which the next picture shows", 3,
       R"(echo x > "$run/sandbox_state.json")", "", "6 pictures drawn again"},
  };
  const std::string runs = test_folder();
  for (const Row& row : rows) {
    const Recorded recorded = record_run(runs, 6, bin_with_capturer(runs, row.turn, row.does));
    const ProgramResult result = verify(recorded.folder);
    EXPECT_EQ(result.code, 0) << row.what << "\n" << result.output << result.errors;
    EXPECT_EQ(result.output.find(row.said), 0U) << row.what << "\n" << result.output;
    EXPECT_NE(result.output.find(row.summary), std::string::npos) << row.what << "\n"
                                                                  << result.output;
    EXPECT_EQ(result.errors, "") << row.what;
  }
}
}  // namespace
}  // namespace franz
