/* SPDX-License-Identifier: MIT */
/* SHA-256 of the messages that NIST publishes results for (FIPS 180-4, example values). */
#include "native/digest.h"

#include <stdio.h>
#include <string.h>

#include "native.h"

static const struct {
    const char *message;
    unsigned times;
    const char *result;
} known[] = {{"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
             {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
             {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
             {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopq"
              "rsmnopqrstnopqrstu",
              1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
             {"aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}};

void digest_tests(void) {
    test_begin();
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t bytes[DIGEST_BYTES];
        char text[2 * DIGEST_BYTES + 1];
        digest d;
        digest_begin(&d);
        for (unsigned k = 0; k < known[i].times; k++)
            digest_add(&d, known[i].message, strlen(known[i].message));
        digest_end(&d, bytes);
        for (unsigned k = 0; k < DIGEST_BYTES; k++)
            snprintf(text + 2 * k, 3, "%02x", bytes[k]);
        if (!test_check(strcmp(text, known[i].result) == 0))
            printf("SHA-256 of %u times \"%s\": %s\n", known[i].times, known[i].message, text);
    }
    test_end();
}
