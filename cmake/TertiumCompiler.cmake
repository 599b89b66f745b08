# Options that every target of the project shares.
add_library(tertium_options INTERFACE)
target_compile_options(
  tertium_options
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
            # A sum has one value on every machine: no fused multiply-add behind the source's back.
            -ffp-contract=off)
# Of the instruction sets that Highway compiles for, the one with a vector popcount must be asked for.
target_compile_definitions(tertium_options INTERFACE HWY_WANT_AVX3_DL)
if(TERTIUM_SANITIZE)
  target_compile_options(tertium_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
  target_link_options(tertium_options INTERFACE -fsanitize=address,undefined)
endif()
