#pragma once

namespace franz {
// The standard streams carry bytes from here on, as those of our programs do: no line end is
// translated.
void use_binary_streams();
}  // namespace franz
