#include "partition/sdp/sdpa_format.hpp"

#include <algorithm>
#include <ostream>

namespace tertium::partition {

void write_sdpa(std::ostream& out, const Matrix& s, double k) {
  const int n = s.rows(), pairs = n * (n - 1) / 2;
  out.precision(17);
  out << n + 1 + pairs << "\n2\n" << n << " " << -pairs << "\n";
  for (int i = 0; i < n; ++i) out << "1 ";
  out << k;
  for (int pair = 0; pair < pairs; ++pair) out << " 0";
  out << "\n";
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      if (s(i, j) != 0.0) out << "0 1 " << i + 1 << " " << j + 1 << " " << s(i, j) << "\n";
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)  // an entry stands for both triangles
      out << i + 1 << " 1 " << std::min(i, j) + 1 << " " << std::max(i, j) + 1 << " " << (i == j ? 1.0 : 0.5) << "\n";
  for (int i = 0; i < n; ++i) out << n + 1 << " 1 " << i + 1 << " " << i + 1 << " 1\n";
  for (int i = 0, pair = 1; i < n; ++i)
    for (int j = i + 1; j < n; ++j, ++pair) {
      out << n + 1 + pair << " 1 " << i + 1 << " " << j + 1 << " 0.5\n";
      out << n + 1 + pair << " 2 " << pair << " " << pair << " -1\n";
    }
}

}  // namespace tertium::partition
