#include "image_test.h"
void test_blocks(void) {}
