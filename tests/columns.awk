# SPDX-License-Identifier: MIT
# Comments and pages have lines of at most 100 columns. Comments after code, tables, examples and
# addresses may be wider. Prints the other lines that are too long; status 1 if there are any.
FNR == 1 { example = 0; page = FILENAME ~ /\.md$/ }
page && /^ *```/ { example = !example }
length($0) <= 100 || example || /https?:/ || /clang-format/ { next }
page && /^( *\||    |\[|<|!)/ { next }
!page && /[^ \t]   +[^ ]/ { next }
!page && !/^[ \t]*(\/\/|\/\*| \* |# )/ { next }
{ print FILENAME ":" FNR ": " length($0) " columns"; wrong = 1 }
END { exit wrong }
