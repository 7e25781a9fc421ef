#pragma once
// The certificate authorities that this machine trusts.
#include <string>
#include "common/base/result.h"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX

namespace franz {
// Adds the system's trusted authorities: OpenSSL's folder (POSIX), or the store "Root" of Windows,
// except those that are disallowed or not for servers. Windows fetches some authorities only when a
// browser first needs them; those are missing until then. Failure: why they cannot be read.
Status trust_system(ssl_ctx_st* context);

// OpenSSL's reason for the last failure; the system's message if the system failed.
std::string tls_reason();
// The message for a system code that OpenSSL stored: an errno, or from GetLastError.
std::string system_reason(int code);
}  // namespace franz
