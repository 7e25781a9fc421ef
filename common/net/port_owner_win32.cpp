#include <windows.h>
#include <winsock2.h>
// needs the two above
#include <iphlpapi.h>
#include <vector>
#include "common/net/port_owner.h"
#include "common/os/win32_support.h"

namespace franz {
// The process that listens on `port`, from the system's table of one family; 0: none.
template <typename Table>
static DWORD listener(int port, ULONG family) {
  DWORD size = 0;
  ::GetExtendedTcpTable(nullptr, &size, FALSE, family, TCP_TABLE_OWNER_PID_LISTENER, 0);
  std::vector<char> bytes(size + 4096);  // it may grow between the calls
  size = static_cast<DWORD>(bytes.size());
  if (::GetExtendedTcpTable(bytes.data(), &size, FALSE, family, TCP_TABLE_OWNER_PID_LISTENER, 0) !=
      NO_ERROR)
    return 0;
  const auto* table = reinterpret_cast<const Table*>(bytes.data());
  for (DWORD i = 0; i < table->dwNumEntries; ++i)
    if (::ntohs(static_cast<u_short>(table->table[i].dwLocalPort)) == port)
      return table->table[i].dwOwningPid;
  return 0;
}

std::optional<std::string> find_port_owner(int port) {
  DWORD id = listener<MIB_TCPTABLE_OWNER_PID>(port, AF_INET);
  if (id == 0) id = listener<MIB_TCP6TABLE_OWNER_PID>(port, AF_INET6);
  if (id == 0) return std::nullopt;
  std::string name = "a program";
  const win32::Handle process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id));
  std::wstring path(32768, L'\0');
  auto size = static_cast<DWORD>(path.size());
  if (process.ok() && ::QueryFullProcessImageNameW(process.get(), 0, path.data(), &size)) {
    path.resize(size);
    name = win32::to_utf8(path.substr(path.find_last_of(L'\\') + 1));
  }
  return name + " (process " + std::to_string(id) + ")";
}
}  // namespace franz
