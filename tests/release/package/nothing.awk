# SPDX-License-Identifier: MIT
# A call of each function that returns gisa_status, with 0 for every argument, from headers that were
# preprocessed with one declaration a line.
/DECLARED +gisa_status +gisa_/ {
    sub(/.*DECLARED +gisa_status +/, "")
    name = $0
    sub(/ *\(.*/, "", name)
    sub(/^[^(]*\(/, "")
    zeros = "0"
    for (depth = i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        depth += (c == "(") - (c == ")")
        if (c == "," && depth == 1)
            zeros = zeros ", 0"
    }
    print "    CALL(" name ", " zeros ");"
}
