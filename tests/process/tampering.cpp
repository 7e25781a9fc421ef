#include "tests/process/tampering.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/run/run_files.h"

namespace franz {
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
}  // namespace franz
