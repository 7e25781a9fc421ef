#pragma once
// Whose certificates this machine trusts.
#include <string>
#include "common/base/result.h"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX

namespace franz {
// Trusts what the system trusts: OpenSSL's folder of authorities (POSIX), or the store "Root" of
// Windows, but for those that may not vouch for servers or are disallowed. Windows fetches some
// authorities only when a browser meets them: those are not there before. Failure: why they cannot
// be read.
Status trust_system(ssl_ctx_st* context);

// OpenSSL's reason for the last failure; one of the system in the system's words.
std::string tls_reason();
// A code of the system's that OpenSSL kept: an errno, or of GetLastError.
std::string system_reason(int code);
}  // namespace franz
