/* SPDX-License-Identifier: MIT */
/* The gisa command: finds the subcommand. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "complete.h"
#include "output.h"
#include "phrase.h"
#include "remedy.h"
#include "terminal.h"

static const command_info *const commands[] = {
    &dis_command,  &asm_command,        &explain_command, &info_command,       &list_command,
    &run_command,  &debug_command,      &dap_command,     &lsp_command,        &check_command,
    &test_command, &trace_diff_command, &objdump_command, &clrxdisasm_command, NULL};

static void help(FILE *out) {
    const gisa_isa *isa, *chip;
    fputs("usage: gisa COMMAND [OPTIONS] FILE\n\n", out);
    for (int i = 0; commands[i]; i++)
        fprintf(out, "  gisa %-10s  %s\n", commands[i]->name, commands[i]->what);
    fputs(
        "\n'gisa help COMMAND' shows its options. Architectures (-a), their other names, and chips with the same instructions:\n\n",
        out);
    for (unsigned i = 0; (isa = gisa_at(i)); i++) {
        fprintf(out, "  %-8s %s\n", gisa_name(isa), gisa_other_names(isa));
        for (unsigned k = 0; (chip = gisa_chip(isa, k)); k++)
            fprintf(out, "    %-6s%s%s\n", gisa_name(chip), *gisa_other_names(chip) ? " " : "",
                    gisa_other_names(chip));
    }
    fputs("\nExamples:\n"
          "  gisa dis kernel.co                    a code object; the architecture is in the file\n"
          "  gisa dis -a gfx803 -f raw shader.bin  raw code\n"
          "  gisa asm -a gfx900 -f co k.s -o k.co  a loadable code object\n",
          out);
}

/* What other tools call these commands; a longer form of a name is found by its beginning. */
static const char *usual_name(const char *name) {
    static const char *const usual[][2] = {
        {"llvm-objdump", "objdump"}, {"as", "asm"},        {"assemble", "asm"},
        {"execute", "run"},          {"exec", "run"},      {"emulate", "run"},
        {"launch", "run"},           {"describe", "info"}, {"man", "info"},
        {"decode", "explain"}};
    for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strcmp(name, usual[i][0]) == 0)
            return usual[i][1];
    for (int i = 0; commands[i]; i++)
        if (strncmp(name, commands[i]->name, strlen(commands[i]->name)) == 0)
            return commands[i]->name;
    return NULL;
}

static int unknown_command(const char *name) {
    nearest n = {.word = name};
    phrase near = {.size = 0};
    const char *usual = usual_name(name);
    for (int i = 0; commands[i] && !usual; i++)
        nearest_offer(&n, commands[i]->name);
    if (usual)
        phrase_add(&near, "; did you mean '%s'?", usual);
    nearest_say(&n, &near);
    if (!near.size)
        remedy_command(&near, name);
    fprintf(stderr, "gisa: unknown command '%s'%s%s 'gisa --help' lists the commands\n", name, near.text,
            near.size ? "" : ";");
    return 2;
}

static int run_named(int argc, char **argv) {
    for (int i = 0; commands[i]; i++)
        if (strcmp(argv[0], commands[i]->name) == 0)
            return commands[i]->run(argc, argv);
    return unknown_command(argv[0]);
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* `gisa help` is the overview, `gisa help dis` what `gisa dis --help` prints. */
static int run_help(char *command) {
    char word[] = "--help";
    char *words[] = {command, word, NULL};
    if (command && !is_help(command))
        return run_named(2, words);
    help(stdout);
    return 0;
}

/* Programs that call CLRX's disassembler find gisa under its name. */
static bool is_clrxdisasm(const char *program) {
    size_t size = strlen(program), own = strlen(clrxdisasm_command.name);
    return size >= own && strcmp(program + size - own, clrxdisasm_command.name) == 0;
}

static int run(int argc, char **argv) {
    if (argc && is_clrxdisasm(argv[0]))
        return clrxdisasm_command.run(argc, argv);
    if (argc < 2) {
        help(stderr);
        return 2;
    }
    if (is_help(argv[1]))
        return run_help(argv[2]);
    if (strcmp(argv[1], "--version") == 0) {
        printf("gisa %s\n", gisa_version());
        return 0;
    }
    if (strcmp(argv[1], "--complete") == 0) {
        complete(commands, argc - 2, argv + 2);
        return 0;
    }
    return run_named(argc - 1, argv + 1);
}

/* Libraries of C begin at different places of a buffer. */
static bool is_used(const char *buffer, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (buffer[i])
            return true;
    return false;
}

/* No failure is silent: a command that has failed has said why, or that is said here. */
static void need_message(const char *command, int status, const char *said, size_t size) {
    if (status && !is_used(said, size) && !output_lost_reader(0))
        fprintf(stderr, "gisa %s: failed with status %d, but did not say why; please report this\n", command,
                status);
}

int main(int argc, char **argv) {
    static char said[BUFSIZ]; /* the buffer of standard error: empty as long as nothing has been said */
    int status;
    signal(SIGPIPE, SIG_IGN); /* writes fail instead, and what is half written is removed */
    signal(SIGXFSZ, SIG_IGN);
    setvbuf(stderr, said, _IOLBF, sizeof said); /* a write for every line, not for every character */
    const char *command = argc && is_clrxdisasm(argv[0]) ? clrxdisasm_command.name : argc > 1 ? argv[1] : "";
    status = run(argc, argv);
    if (!page_close(command)) /* says why */
        return status ? status : 1;
    need_message(command, status, said, sizeof said);
    return status;
}
