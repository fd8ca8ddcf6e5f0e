#include "image_test.h"
void test_resources(void) {}
