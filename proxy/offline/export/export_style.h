#pragma once
// The exported page's style: the dashboard's colours and sizes, without its controls.
namespace franz::proxy {
extern const char* const kExportStyle;    // the text of <style>
extern const char* const kExportSymbols;  // <svg> with the icons that the page uses
}  // namespace franz::proxy
