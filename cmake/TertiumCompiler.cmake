# Options that every target of the project shares.
add_library(tertium_options INTERFACE)
target_compile_options(
  tertium_options
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion $<$<BOOL:${TERTIUM_WERROR}>:-Werror>
            # A sum has one value on every machine: no fused multiply-add behind the source's back.
            -ffp-contract=off
            # What the rooms are compiled to goes into shared objects as well, the Python module for one; and nobody replaces
            # a function of theirs at run time, so that calls may be inlined as in a program.
            -fPIC
            -fno-semantic-interposition
            # GCC 12 sees overruns in std::string that are none, once headers are precompiled; the sanitizers see true ones.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>)
if(TERTIUM_SANITIZE)
  # Where a pointer leads, the address sanitizer tells; that its sum does not wrap would triple the time that vector loops compile.
  target_compile_options(tertium_options INTERFACE -fsanitize=address,undefined -fno-sanitize=pointer-overflow -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
  target_link_options(tertium_options INTERFACE -fsanitize=address,undefined)
  add_library(tertium_keep_loaded OBJECT ${PROJECT_SOURCE_DIR}/cmake/keep_loaded.cpp)
  target_sources(tertium_options
                 INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:tertium_keep_loaded>>)
endif()
