if(MSVC)
  # Against warnings about C functions that have no safer version on other systems.
  add_compile_definitions(_CRT_SECURE_NO_WARNINGS)
elseif(MINGW)
  # The same sources give the same bytes.
  add_link_options(-Wl,--no-insert-timestamp)
endif()

# franz_windows_program(TARGET "what it is"): the resources of a Windows program: its version, and
# a manifest that makes UTF-8 its code page and lets paths be long.
function(franz_windows_program target description)
  if(NOT WIN32)
    return()
  endif()
  set(FRANZ_PROGRAM ${target})
  set(FRANZ_DESCRIPTION ${description})
  string(REPLACE "." "," FRANZ_VERSION_NUMBERS "${PROJECT_VERSION},0")
  set(FRANZ_MANIFEST ${PROJECT_SOURCE_DIR}/config/cmake/franz.manifest)
  set(resources ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc)
  configure_file(${PROJECT_SOURCE_DIR}/config/cmake/franz.rc.in ${resources} @ONLY)
  target_sources(${target} PRIVATE ${resources})
  if(MSVC)
    target_link_options(${target} PRIVATE /MANIFEST:NO)  # ours is a resource
  endif()
endfunction()
