#include "proxy/offline/doctor/local_checks_app.h"
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <filesystem>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "proxy/offline/doctor/judge.h"
#include "proxy/relay/listen_app.h"
#include "proxy/supervisor/ports_app.h"

namespace franz::proxy {
namespace fs = std::filesystem;

static constexpr std::chrono::milliseconds kVersionPatience{5000};

Check check_program(const std::string& name) {
  const ChildCommand command{sibling_program(name), {"--version"}, {}, ""};
  if (!file_exists(command.program))
    return judge_program(name, "", "is not next to this proxy, in " + executable_folder(),
                         FRANZ_VERSION);
  const ChildOutcome outcome = run_child(command, "", kVersionPatience);
  const std::string failure =
      outcome.end.ok() ? "" : "--version: " + describe(outcome.end, kVersionPatience);
  return judge_program(name, outcome.output, failure, FRANZ_VERSION);
}

// `path` itself or its nearest folder above that exists.
static std::string nearest_folder(const std::string& path) {
  std::error_code code;
  fs::path folder = fs::absolute(fs::path(std::u8string(path.begin(), path.end())), code);
  while (!fs::is_directory(folder, code) && folder.has_relative_path())
    folder = folder.parent_path();
  const std::u8string text = folder.u8string();
  return {text.begin(), text.end()};
}

Check check_folder(const std::string& runs) {
  const std::string nearest = nearest_folder(runs);
  const char* fix =
      "choose another folder by --runs or [proxy] runs, or get the right to write there";
  if (file_exists(runs) && !folder_exists(runs))
    return {"run folder", CheckOutcome::failed, runs + " is a file", fix};
  const std::string probe = join_path(nearest, ".franz-doctor-" + random_hex(8));
  Status written = append_file(probe, "franz\n");
  const Status removed = remove_file(probe);
  if (written.ok()) written = removed;
  if (!written.ok()) return {"run folder", CheckOutcome::failed, written.error().message, fix};
  return {"run folder", CheckOutcome::ok,
          runs + (folder_exists(runs) ? " can be written" : " can be made, in " + nearest), ""};
}

Check check_space(const std::string& runs) {
  const std::string nearest = nearest_folder(runs);
  std::error_code code;
  const fs::space_info space =
      fs::space(fs::path(std::u8string(nearest.begin(), nearest.end())), code);
  if (code) return {"disk space", CheckOutcome::warning, nearest + ": " + code.message(), ""};
  return judge_space(space.available);
}

// Listens there briefly. Failure: "cannot listen on …".
static Status try_port(const Address& address) {
  namespace asio = boost::asio;
  boost::system::error_code code;
  asio::io_context io;
  asio::ip::tcp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port),
                                      asio::ip::resolver_base::passive, code);
  if (code || found.empty())
    return Error{"cannot listen on " + to_string(address) + ": " + code.message()};
  asio::ip::tcp::acceptor acceptor(io);
  return listen_at(acceptor, found.begin()->endpoint(), address);
}

Check check_port(const std::string& name, const Address& address, const std::string& flag) {
  if (address.host.empty()) return skipped(name, "the settings name no address");
  const Status free = try_port(address);
  if (free.ok())
    return {name, CheckOutcome::ok,
            to_string(address) + (address.port == 0 ? ": any free port" : " is free"), ""};
  const std::string told = explain_taken_port(address, flag, free.error().message);
  // Splits the lines into the finding and, from the first line with advice on, the fix.
  std::size_t advice = std::min(told.find("\n  choose"), told.find("\n  a model server"));
  advice = std::min(advice, told.size());
  Check check{name, CheckOutcome::failed, told.substr(0, advice), ""};
  if (advice < told.size()) check.fix = told.substr(advice + 3);
  return check;
}
}  // namespace franz::proxy
