.include "err_include_itself.s"
