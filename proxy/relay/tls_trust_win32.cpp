// Each needs the one before, and OpenSSL takes back what wincrypt.h defines.
// clang-format off
#include <windows.h>
#include <wincrypt.h>
#include <openssl/err.h>
// clang-format on
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <cstring>
#include <memory>
#include <vector>
#include "common/os/win32_support.h"
#include "proxy/relay/tls_trust_app.h"

namespace franz::proxy {
// An administrator may have limited what an authority is trusted for. Source:
// CertGetEnhancedKeyUsage (Win32): CRYPT_E_NOT_FOUND means good for all uses, none listed without
// it good for none.
static bool may_vouch_for_servers(PCCERT_CONTEXT certificate) {
  DWORD size = 0;
  if (!::CertGetEnhancedKeyUsage(certificate, CERT_FIND_PROP_ONLY_ENHKEY_USAGE_FLAG, nullptr,
                                 &size))
    return ::GetLastError() == static_cast<DWORD>(CRYPT_E_NOT_FOUND);
  std::vector<char> bytes(size);
  auto* const uses = reinterpret_cast<CERT_ENHKEY_USAGE*>(bytes.data());
  if (!::CertGetEnhancedKeyUsage(certificate, CERT_FIND_PROP_ONLY_ENHKEY_USAGE_FLAG, uses, &size))
    return false;
  if (uses->cUsageIdentifier == 0) return ::GetLastError() == static_cast<DWORD>(CRYPT_E_NOT_FOUND);
  for (DWORD i = 0; i < uses->cUsageIdentifier; ++i)
    if (std::strcmp(uses->rgpszUsageIdentifier[i], szOID_PKIX_KP_SERVER_AUTH) == 0) return true;
  return false;
}

Status trust_system(ssl_ctx_st* context) {
  const HCERTSTORE store = ::CertOpenSystemStoreW(0, L"ROOT");
  if (!store) return win32::last_error("certificate store");
  PCCERT_CONTEXT each = nullptr;
  while ((each = ::CertEnumCertificatesInStore(store, each)) != nullptr) {  // frees the one before
    if (!may_vouch_for_servers(each)) continue;
    const unsigned char* encoded = each->pbCertEncoded;
    X509* const certificate = d2i_X509(nullptr, &encoded, static_cast<long>(each->cbCertEncoded));
    if (!certificate) continue;  // one that OpenSSL cannot read vouches for nobody
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate);
    X509_free(certificate);
  }
  ::CertCloseStore(store, 0);
  ERR_clear_error();
  return Done{};
}

std::string system_reason(int code) { return win32::message(static_cast<unsigned long>(code)); }
}  // namespace franz::proxy
