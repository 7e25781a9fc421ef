#include <windows.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/windows/object_handle.hpp>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>
#include "common/os/boost_process.h"
#include "common/os/child_launch.h"
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/os/win32_support.h"

namespace franz {
using win32::Handle;

static constexpr DWORD kPipeBytes = 64U << 10U;
// In winerror.h as ERROR_VIRUS_INFECTED and ERROR_VIRUS_DELETED, but missing in mingw's.
static constexpr DWORD kVirusInfected = 225, kVirusDeleted = 226;

// ---- starting a child

// One argument quoted for CommandLineToArgvW and the C runtime: backslashes are special only before
// a quote. Source: "Parsing C++ command-line arguments" (Microsoft C++ documentation).
static std::wstring quoted(const std::wstring& argument) {
  if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring::npos)
    return argument;
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : argument) {
    if (c == L'\\') {
      ++backslashes;
      continue;
    }
    text.append(c == L'"' ? backslashes * 2 + 1 : backslashes, L'\\');
    text += c;
    backslashes = 0;
  }
  text.append(backslashes * 2, L'\\');
  return text + L'"';
}

// The file to start. As in a shell, the name may omit ".exe".
static std::wstring program_file(const std::string& program) {
  const std::size_t name = program.find_last_of("/\\") + 1;  // 0 if there is no folder
  return win32::file_path(program.find('.', name) == std::string::npos ? program + ".exe"
                                                                       : program);
}

static std::wstring command_line(const ChildCommand& command) {
  std::wstring line = quoted(win32::to_wide(command.program));
  for (const std::string& argument : command.arguments)
    line += L" " + quoted(win32::to_wide(argument));
  return line;
}

// Names of variables are case-insensitive.
struct SameName {
  bool operator()(const std::wstring& a, const std::wstring& b) const {
    return ::CompareStringOrdinal(a.c_str(), static_cast<int>(a.size()), b.c_str(),
                                  static_cast<int>(b.size()), TRUE) == CSTR_LESS_THAN;
  }
};

// Our environment with the command's changes, in the system's form: NAME=value, each ended by a
// NUL, sorted.
static std::wstring environment_block(const ChildCommand& command) {
  std::map<std::wstring, std::wstring, SameName> all;
  wchar_t* const ours = ::GetEnvironmentStringsW();
  for (const wchar_t* each = ours; ours != nullptr && *each != L'\0';) {
    const std::wstring line = each;
    each += line.size() + 1;
    const std::size_t equals = line.find(L'=', 1);  // "=C:=C:\folder" begins with one
    if (equals != std::wstring::npos) all[line.substr(0, equals)] = line.substr(equals + 1);
  }
  ::FreeEnvironmentStringsW(ours);
  for (const std::string& name : command.withheld) all.erase(win32::to_wide(name));
  for (const auto& [name, value] : command.environment)
    all[win32::to_wide(name)] = win32::to_wide(value);
  std::wstring block;
  for (const auto& [name, value] : all) block += name + L"=" + value + L'\0';
  return block + L'\0';
}

namespace {
// A pipe with one end for us, overlapped, and the other for a child.
struct Pipe {
  Handle ours{nullptr}, theirs{nullptr};
};
}  // namespace

// Anonymous pipes cannot be overlapped, so this is a named one with a name that only we know.
static Result<Pipe> make_pipe(bool child_writes) {
  static std::atomic<unsigned> counter{0};
  const std::wstring name =
      win32::to_wide("\\\\.\\pipe\\franz-" + std::to_string(own_process_id()) + "-" +
                     std::to_string(counter++) + "-" + random_hex(16));
  const DWORD direction = child_writes ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND;
  Handle ours(::CreateNamedPipeW(
      name.c_str(), direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
      PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, kPipeBytes,
      kPipeBytes, 0, nullptr));
  if (!ours.ok()) return win32::last_error("pipe");
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  Handle theirs(::CreateFileW(name.c_str(), child_writes ? GENERIC_WRITE : GENERIC_READ, 0,
                              &inherited, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!theirs.ok()) return win32::last_error("pipe");
  return Pipe{std::move(ours), std::move(theirs)};
}

// A job that ends all its processes when its last handle, which is ours, is closed: by us, or by
// the system when this process ends for any reason.
static Result<Handle> make_job() {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (!job.ok() || !::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits,
                                              sizeof limits))
    return win32::last_error("job");
  return job;
}

// Why a program was not started, and how to fix it.
static Error refused_start(DWORD code) {
  const std::string why = win32::message(code);
  switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return Error{why + ": it should lie beside proxy.exe; unpack the whole archive again"};
    case kVirusInfected:
    case kVirusDeleted:
      return Error{why + ": the virus scanner blocks it; allow FRANZ's folder there"};
    case ERROR_ACCESS_DENIED:
      return Error{why +
                   ": a virus scanner or the file's permissions block it; allow FRANZ's folder, or "
                   "unpack the archive to a folder of your own"};
    case ERROR_ACCESS_DISABLED_BY_POLICY:
      return Error{why + ": a policy of this computer blocks programs there; ask who runs it"};
    case ERROR_BAD_EXE_FORMAT:
      return Error{why + ": the file is damaged or for another system; unpack the archive again"};
    default: return Error{why};
  }
}

namespace {
// What a child starts with: the inherited handles, only these, and its job. It belongs to the job
// from its first moment, so no child can escape the job if we are killed in between.
class ChildAttributes {
 public:
  ChildAttributes(std::vector<HANDLE> handles, HANDLE job)
      : handles_(std::move(handles)), job_(job) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 2, 0, &size);
    bytes_.resize(size);
    ok_ = ::InitializeProcThreadAttributeList(list(), 2, 0, &size) &&
          ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                      handles_.size() * sizeof(HANDLE), nullptr, nullptr) &&
          ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &job_, sizeof job_,
                                      nullptr, nullptr);
  }
  ~ChildAttributes() {
    if (!bytes_.empty()) ::DeleteProcThreadAttributeList(list());
  }
  ChildAttributes(const ChildAttributes&) = delete;
  ChildAttributes& operator=(const ChildAttributes&) = delete;

  bool ok() const { return ok_; }
  LPPROC_THREAD_ATTRIBUTE_LIST list() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
  }

 private:
  std::vector<HANDLE> handles_;
  HANDLE job_;
  std::vector<char> bytes_;
  bool ok_ = false;
};
}  // namespace

namespace {
// Environment, folder, job, inherited handles and command line of a child. Boost's quoting does not
// match how the C runtime parses quotes.
class Initializer : public bp::extend::handler {
 public:
  Initializer(const ChildCommand& command, const std::array<HANDLE, 3>& streams, HANDLE job)
      : line_(command_line(command)),
        environment_(environment_block(command)),
        folder_(command.folder.empty() ? std::wstring() : win32::file_path(command.folder)),
        streams_(streams),
        attributes_({streams.begin(), streams.end()}, job) {}

  bool ok() const { return attributes_.ok(); }

  template <typename Executor>
  void on_setup(Executor& executor) {
    executor.cmd_line = line_.c_str();
    executor.env = environment_.c_str();
    executor.work_dir = folder_.empty() ? nullptr : folder_.c_str();
    executor.inherit_handles = TRUE;
    // Detached: without a console, so that a Ctrl-C for us does not reach it, and without the
    // helper process that the system starts for each new console.
    executor.creation_flags |= CREATE_UNICODE_ENVIRONMENT | DETACHED_PROCESS;
    executor.set_startup_info_ex();
    executor.startup_info.dwFlags |= STARTF_USESTDHANDLES;
    executor.startup_info.hStdInput = streams_[0];
    executor.startup_info.hStdOutput = streams_[1];
    executor.startup_info.hStdError = streams_[2];
    executor.startup_info_ex.lpAttributeList =
        reinterpret_cast<decltype(executor.startup_info_ex.lpAttributeList)>(attributes_.list());
  }

 private:
  std::wstring line_, environment_, folder_;
  std::array<HANDLE, 3> streams_;
  ChildAttributes attributes_;
};
}  // namespace

Result<LaunchedChild> launch_child(const ChildCommand& command) {
  Result<Pipe> input = make_pipe(false), output = make_pipe(true), errors = make_pipe(true);
  for (const Result<Pipe>* pipe : {&input, &output, &errors})
    if (!pipe->ok()) return pipe->error();
  Result<Handle> job = make_job();
  if (!job.ok()) return job.error();
  Initializer initializer(
      command,
      {input.value().theirs.get(), output.value().theirs.get(), errors.value().theirs.get()},
      job.value().get());
  if (!initializer.ok()) return win32::last_error("handles");

  std::error_code failure;
  bp::child started(bp::exe = program_file(command.program), failure, initializer);
  if (failure) return refused_start(static_cast<DWORD>(failure.value()));
  started.detach();  // kill_child() and watch_end() use the handles
  HANDLE process = nullptr;
  if (!::DuplicateHandle(::GetCurrentProcess(), started.native_handle(), ::GetCurrentProcess(),
                         &process, 0, FALSE, DUPLICATE_SAME_ACCESS))
    return win32::last_error("handles");

  LaunchedChild child;
  child.pid = started.id();
  child.input = reinterpret_cast<std::intptr_t>(input.value().ours.release());
  child.output = reinterpret_cast<std::intptr_t>(output.value().ours.release());
  child.errors = reinterpret_cast<std::intptr_t>(errors.value().ours.release());
  child.process = reinterpret_cast<std::intptr_t>(process);
  child.job = reinterpret_cast<std::intptr_t>(job.value().release());
  return child;
}

void kill_child(const LaunchedChild& child) {
  constexpr UINT kEndedByUs = 137;  // the shell's exit code for SIGKILL
  ::TerminateJobObject(reinterpret_cast<HANDLE>(child.job), kEndedByUs);
}

// Without a console there is no Ctrl-C, so no gentler request is certain to reach a child.
void interrupt_child(const LaunchedChild& child) { kill_child(child); }

void watch_end(boost::asio::io_context& io, const LaunchedChild& child,
               std::function<void(ChildEnd)> on_end) {
  const auto process = std::make_shared<boost::asio::windows::object_handle>(
      io, reinterpret_cast<HANDLE>(child.process));
  process->async_wait(
      [process, child, on_end = std::move(on_end)](const boost::system::error_code& code) {
        if (code) return;
        DWORD exit_code = 0;
        ::GetExitCodeProcess(process->native_handle(), &exit_code);
        kill_child(child);  // the rest of its children, so that its pipes close
        ::CloseHandle(reinterpret_cast<HANDLE>(child.job));
        ChildEnd end;
        end.code = static_cast<int>(exit_code);
        on_end(end);
      });
}
}  // namespace franz
