#include "image_test.h"
void test_texels(void) {}
