#pragma once

namespace franz {
// Switches the standard streams to binary, as in our programs: line ends are not translated.
void use_binary_streams();
}  // namespace franz
