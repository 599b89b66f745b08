# Run at every build: writes OUTPUT with the commit of SOURCE, and touches it only when that changed. "-dirty" behind it:
# a file has changed, or a new one lies where the build finds it.
find_package(Git QUIET)
set(commit unknown)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(commit ${described})
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} ls-files --others --exclude-standard -- *.cpp *.hpp *.cmake
                    OUTPUT_VARIABLE new OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(changed OR NOT new STREQUAL "")
      string(APPEND commit -dirty)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define TERTIUM_COMMIT \"${commit}\"\n")
