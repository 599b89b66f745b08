#pragma once

#include <variant>

namespace tertium::embedding {

// The losses of one statement, of two squared distances: a between the objects that are said to be near, b between
// those that are said to be far. All of them change with a by some rate s times a factor of that pair alone, and with b
// by -s times a factor of the other pair: d loss / da = s g(a), d loss / db = -s g(b).

/// t-STE (van der Maaten and Weinberger 2012): -ln P, P = K(a) / (K(a) + K(b)), K(a) = (1 + a/alpha)^(-(alpha + 1)/2).
/// `legacy` takes K in place of 1/(1 + a/alpha) in the gradient, as a program in use did; right only for alpha = 1.
struct StudentLoss {
  int alpha = 1;  ///< at least 1
  bool legacy = false;
};

/// STE (van der Maaten and Weinberger 2012): -ln P, P = e^-a / (e^-a + e^-b). Of the Gram matrix, it is FORTE's.
struct GaussianLoss {};

/// CKL (Tamuz, Liu, Belongie, Shamir, Kalai 2011): -ln P, P = (b + mu) / (a + b + 2 mu).
struct CrowdKernelLoss {
  double mu = 0.05;
};

/// GNMDS (Agarwal et al. 2007): max(0, a + 1 - b).
struct HingeLoss {};

/// SOE (Terada and von Luxburg 2014): max(0, sqrt a + margin - sqrt b)^2.
struct SoftOrdinalLoss {
  double margin = 0.1;
};

/// LORE (Anand et al. 2026): ln(1 + e^(sqrt a + margin - sqrt b)), of distances sqrt(a + kRounding) that have a slope
/// where two objects meet.
struct SmoothOrdinalLoss {
  static constexpr double kRounding = 1e-6;
  double margin = 1.0;
};

using Loss = std::variant<StudentLoss, GaussianLoss, CrowdKernelLoss, HingeLoss, SoftOrdinalLoss, SmoothOrdinalLoss>;

}  // namespace tertium::embedding
