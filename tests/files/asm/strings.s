.ascii "a\n\x41\101\"\b\f\t\r\\", "b"
.ascii "c" "d"
.asciz "x", "y"
.string "q;//#"
.ascii
.ascii "\x123", "\1234\0"
