#pragma once

#include <cstdint>

namespace tertium::experiments {

/// What one core of this machine can do at most, measured by loops that do nothing else; other numbers are stated as
/// fractions of these.
struct Ceilings {
  double bit_operations = 0.0;   ///< bits per second through one operation of a vector, from registers
  int operations_a_product = 0;  ///< vector operations for an and of two vectors of bits whose ones are added up
  double binary_macs = 0.0;      ///< products of bits per second, each added up: by these operations
  double ternary_macs = 0.0;     ///< the same for entries of -1, 0, +1 in two bit-planes
  double abs_diffs = 0.0;        ///< 32-bit |a - b| sums per second
  double fma_flops = 0.0;        ///< double-precision multiply-adds, two operations each, per second
  double indexed_updates = 0.0;  ///< per second: two doubles loaded and two added to by index, in the first cache
  double read_l2 = 0.0;          ///< bytes per second from 1 MiB
  double read_l3 = 0.0;          ///< from 16 MiB
  double read_memory = 0.0;      ///< from 512 MiB
};

/// Takes about two seconds. The best of several tries, since anything else running can only slow it down.
Ceilings measure_ceilings();

/// Name of the instruction set in use.
const char* vector_target();

}  // namespace tertium::experiments
