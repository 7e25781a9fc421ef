#pragma once
// Keys and certificates for tests, generated each time.
#include <memory>
#include <string>
#include <vector>

namespace franz {
// PEM.
struct Identity {
  std::string certificate, key;
};

// The hosts and the validity of a certificate; days from now.
struct CertificateFor {
  std::vector<std::string> hosts = {"localhost"};  // names or IP addresses
  int from_days = -1, to_days = 1;
};

Identity self_signed(const CertificateFor& whom);

// A certificate authority.
class Authority {
 public:
  Authority();
  ~Authority();
  const std::string& certificate() const { return certificate_; }  // PEM
  Identity issue(const CertificateFor& whom) const;

 private:
  struct Keys;
  std::unique_ptr<Keys> keys_;
  std::string certificate_;
};
}  // namespace franz
