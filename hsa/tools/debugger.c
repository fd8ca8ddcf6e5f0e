#include "modes.h"
const tools *debugger_open(void) {
    return NULL;
}
