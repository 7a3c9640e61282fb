#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// gnutls_free is a variable that holds a function, which Swift takes for shared mutable state.
static inline void espy_gnutls_free(void *memory) { gnutls_free(memory); }

// Casts in macros are not seen by Swift.
static const unsigned int espy_gnutls_p256 = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
