# The dashboard's files inside the proxy: one generated source that defines franz::proxy's
# dashboard_assets(). As a script (cmake -P) this file writes that source; included, it offers
# franz_embed_dashboard(OUTPUT), which runs it when a file of the dashboard changes.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(franz_embed_script ${CMAKE_CURRENT_LIST_FILE})
  function(franz_embed_dashboard output)
    set(folder ${PROJECT_SOURCE_DIR}/dashboard)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/index.html ${folder}/score.html ${folder}/favicon.svg
      ${folder}/css/*.css ${folder}/js/*.js)
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output} -P ${franz_embed_script}
      DEPENDS ${files} ${franz_embed_script}
      COMMENT "Embedding the dashboard" VERBATIM)
  endfunction()
  return()
endif()

set(type_html "text/html; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_svg "image/svg+xml")

file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/index.html ${FOLDER}/score.html ${FOLDER}/favicon.svg ${FOLDER}/css/*.css
  ${FOLDER}/js/*.js)
set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} hex HEX)
  # Numbers, not literals: compilers limit the length of a string.
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "((....,)(....,)(....,)(....,)(....,)(....,)(....,)(....,))" "\\1\n" bytes
    "${bytes}")
  string(REGEX MATCH "[a-z]+$" extension ${file})
  string(REGEX REPLACE "^index.html$" "" path ${file})
  string(APPEND arrays "static const unsigned char file_${count}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"/${path}\", \"${type_${extension}}\", bytes(file_${count})},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Generated from dashboard/ by config/cmake/embed.cmake.
#include <cstddef>
#include \"proxy/dashboard/assets.h\"

namespace franz::proxy {
${arrays}
template <std::size_t size>
static std::string_view bytes(const unsigned char (&file)[size]) {
  return {reinterpret_cast<const char*>(file), size - 1};
}

std::span<const Asset> dashboard_assets() {
  static const Asset assets[] = {
${rows}  };
  return assets;
}
}  // namespace franz::proxy
")
