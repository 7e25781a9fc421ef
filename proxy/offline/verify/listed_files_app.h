#pragma once
// The files of a recorded run: read once each, and compared with their lines in SHA256SUMS.
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>
#include "common/run/run_dir_app.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/replayed_exchange.h"
#include "proxy/offline/verify/run_index.h"

namespace franz::proxy {
class ListedFiles {
 public:
  // As they are loaded.
  using OnFile = std::function<void(const std::string& name, const std::string& bytes)>;
  // The files of one attempt; null: none of the kind.
  struct Attempt {
    const IndexedFile *request = nullptr, *response = nullptr, *cuts = nullptr;
  };

  // `on_file` may be empty.
  ListedFiles(RunDir dir, OnFile on_file, std::stop_token stop);

  // Which files there are, and SHA256SUMS; before all else. `being_written`: a proxy writes the
  // run, files come and go meanwhile. What is wrong with them as a whole.
  std::vector<Finding> read_index(bool being_written);

  const RunDir& dir() const { return dir_; }
  const RunIndex& index() const { return index_; }
  RunIndex take_index() { return std::move(index_); }  // last of all
  const std::string& seal() const { return seal_; }    // digest of SHA256SUMS; empty: there is none
  bool listed() const { return listed_; }  // false: there is no SHA256SUMS to compare with

  // ---- Each adds what is wrong with a file to `findings`. From any thread; on_file is called on
  // it.

  // The bytes of a file of the index. Nothing: null, not there, or it cannot be read.
  std::optional<std::string> load(const IndexedFile* file, std::vector<Finding>& findings) const;
  // Both sides of an attempt, the request as it was sent: with the pictures that were cut from it.
  StoredAttempt load_attempt(int attempt, const Attempt& files,
                             std::vector<Finding>& findings) const;
  // For a file whose bytes nobody needs at once.
  void compare_digest(const IndexedFile& file, std::vector<Finding>& findings) const;
  // Of a batch of records: also against the records that it joins.
  void check_batch(const IndexedFile& file, std::vector<Finding>& findings) const;

 private:
  void read_sums(RunIndexBuilder& index, std::vector<Finding>& findings);
  bool may_be_read(const IndexedFile& file, std::vector<Finding>& findings) const;
  void add_unreadable(const IndexedFile& file, const Error& error,
                      std::vector<Finding>& findings) const;
  std::optional<std::string> load_cuts(const Attempt& files, std::vector<Finding>& findings) const;
  std::optional<std::string> load_request(const Attempt& files,
                                          std::vector<Finding>& findings) const;

  const RunDir dir_;
  const OnFile on_file_;
  const std::stop_token stop_;
  bool being_written_ = false;
  RunIndex index_;
  std::string seal_;
  bool listed_ = true;
};
}  // namespace franz::proxy
