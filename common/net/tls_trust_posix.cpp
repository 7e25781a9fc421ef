#include <openssl/ssl.h>
#include <system_error>
#include "common/net/tls_trust.h"

namespace franz {
Status trust_system(ssl_ctx_st* context) {
  if (SSL_CTX_set_default_verify_paths(context) == 1) return Done{};
  return Error{tls_reason()};
}

std::string system_reason(int code) { return std::generic_category().message(code); }
}  // namespace franz
