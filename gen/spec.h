/* SPDX-License-Identifier: MIT */
/* The spec in memory: what read.c reads from isa/, expand.c turns into forms and emit.c writes
   out. */
#ifndef GEN_SPEC_H
#define GEN_SPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/tables.h"
#include "body.h"
#include "schedule.h"

enum { MAX_GENS = 12, MAX_OPERANDS = 16, MAX_FIELDS = 48, MAX_NAME = 64, STRING_SLOTS = 1 << 16 };

/* Growing arrays. */
#define LIST(type)                                                                                           \
    struct {                                                                                                 \
        type *at;                                                                                            \
        int count, room;                                                                                     \
    }
void *resize(void *at, size_t size); /* realloc that ends the program when out of memory */
void *list_grow(void *at, int *room, int count, size_t size);
#define LIST_ADD(list)                                                                                       \
    ((list).at = list_grow((list).at, &(list).room, (list).count, sizeof *(list).at),                        \
     &(list).at[(list).count++])

typedef struct arch {
    char name[MAX_NAME];
    char *others;
    int gen;
    int like; /* of a chip: the architecture whose instructions it has; -1 = it is one itself */
    uint32_t elf;
    int fact_count; /* as they are emitted */
    place at;
} arch;

typedef struct code_line {
    unsigned gens;
    int first, last;
    enum code_kind kind;
    int value; /* CODE_INT: of `first`; CODE_FLOAT: index of the constant */
    int step;  /* CODE_INT: 1 or -1 */
    char name[MAX_NAME], clrx[MAX_NAME];
    char word[MAX_NAME]; /* by which its meaning is found */
    place at;
} code_line;

typedef struct bit_field {
    char name[MAX_NAME];
    int shift, width;
    bool ignored; /* `~`: ignored where a row does not use it */
} bit_field;

typedef struct format {
    char name[MAX_NAME], suffix[MAX_NAME];
    bool silent; /* the suffix is taken, but not printed */
    unsigned gens;
    int class_;
    int size; /* bytes */
    uint64_t mask, value, zero, unused;
    bit_field field[MAX_FIELDS];
    int field_count;
    place at;
} format;

typedef struct promotion {
    char from[MAX_NAME], to[MAX_NAME], suffix[MAX_NAME];
    bool silent; /* the suffix is taken, but not printed */
    bool never;  /* no assembler chooses the form */
    unsigned gens;
    uint32_t plus;
    place at;
} promotion;

/* One word of an `operand` statement's right side is kept as text and resolved per format. */
enum { OPERAND_FIELDS = 8, OPERAND_OPTIONS = 8 };
typedef struct operand_line {
    char format[MAX_NAME], name[MAX_NAME], type[MAX_NAME];
    unsigned gens;
    int codec;
    char arg[OPERAND_FIELDS][MAX_NAME];
    int arg_count;
    char option[OPERAND_OPTIONS][MAX_NAME];
    int option_count;
    bool used;
    place at;
} operand_line;

typedef struct tail_line {
    char format[MAX_NAME];
    unsigned gens;
    char item[MAX_OPERANDS][MAX_NAME];
    int count;
    place at;
} tail_line;

/* A row that a generation does not have although the one that it is like has it. */
typedef struct without_line {
    char name[MAX_NAME];
    int gen;
    place at;
} without_line;

/* An operand of this name has this role, in this format or, where it is empty, in all that do not
   say another one. */
typedef struct role_line {
    char format[MAX_NAME], name[MAX_NAME];
    int role; /* gisa_role */
    bool used;
    place at;
} role_line;

/* A field that is something to the engine: of one format, or of all that have it. */
typedef struct part_line {
    char format[MAX_NAME], field[MAX_NAME];
    int part;
    place at;
} part_line;

/* An operand of this name follows this increment generator. */
typedef struct increments_line {
    char name[MAX_NAME];
    int generator;
    bool used;
    place at;
} increments_line;

typedef struct count_line {
    char name[MAX_NAME];
    unsigned gens;
    char *expression;
    place at;
} count_line;

typedef struct banks_line {
    char name[MAX_NAME];
    uint8_t kind[BANK_CHOICES];
    place at;
} banks_line;

/* The channels that are shown: by fields of one bit, or "1", always. Where all fields of `when`
 * have the bits of their pictures, those of another statement are shown instead. */
enum { CHANNEL_CONDITIONS = 2 };
typedef struct channels_line {
    char name[MAX_NAME], channel[CHANNELS][MAX_NAME];
    int count;
    char but[MAX_NAME], when[CHANNEL_CONDITIONS][MAX_NAME]; /* "op0=11111~~" */
    int when_count;
    place at;
} channels_line;

typedef struct swizzles_line {
    char name[MAX_NAME];
    uint16_t digits[64];
    int count;
    place at;
} swizzles_line;

typedef struct constant_line {
    uint32_t word[2];
    place at;
} constant_line;

/* An operation of a dual-issue word. */
typedef struct operation_line {
    char name[MAX_NAME], kind[MAX_NAME],
        like[2][MAX_NAME]; /* the rows whose bodies it has, of f32 and of f16 */
    int code, page, sources;
    bool first; /* it cannot be the second one */
    place at;
} operation_line;

/* How results and sources of such operations are called. */
enum { DUAL_INTERNAL, DUAL_F32, DUAL_F16, DUAL_RESULTS };
typedef struct kind_line {
    char name[MAX_NAME];
    char result[DUAL_RESULTS][MAX_NAME],
        source[DUAL_RESULTS][MAX_NAME]; /* `source` after the letter of each */
    bool dots;                          /* the row is that of as many channels as the format has */
    bool twice;                         /* a source is written twice */
    place at;
} kind_line;

/* Which sources an operation takes, by the field op_sel: the first one, or the second one where
   `second` is not 0. */
enum { DUAL_SELECTIONS = 4 };
typedef struct sources_line {
    int first, second; /* how many sources both have */
    char letters[DUAL_SELECTIONS][MAX_NAME];
    place at;
} sources_line;

/* A format that holds two of them. */
typedef struct dual_line {
    char name[MAX_NAME], dots[MAX_NAME]; /* its format; the format of the row whose dot product it has */
    place at;
} dual_line;

typedef struct class_line {
    int class_;
    uint32_t reads, writes;
    char reads_fact[MAX_NAME]; /* a fact under which alone ... */
    uint32_t reads_if;         /* ... this is read as well */
    place at;
} class_line;

typedef struct names_line {
    char name[MAX_NAME];
    unsigned gens;
    int value, span;
    char llvm[MAX_NAME], clrx[MAX_NAME];
    place at;
} names_line;

typedef struct pack_line {
    char name[MAX_NAME], part[MAX_NAME];
    unsigned gens;
    field low, high;
    int id;                /* of the part, whatever the generation */
    uint8_t reads, writes; /* enum part_access */
    place at;
} pack_line;

/* A row of a table of numbers. */
typedef struct numbers_line {
    char name[MAX_NAME];
    unsigned gens;
    int id; /* of the table, whatever the generation */
    int64_t key;
    int count;
    int64_t value[NUMBER_COLUMNS];
    char uses_of[MAX_NAME]; /* `layouts`: the table with the names of number formats; else empty */
    int use_count;
    char use[NUMBER_FORMATS][MAX_NAME]; /* "unorm=rlmw" */
    place at;
} numbers_line;

/* Which waves may read and write parts of hardware registers. */
typedef struct access_line {
    char pattern[MAX_NAME]; /* a register, or REGISTER.part */
    uint8_t reads, writes;
    place at;
} access_line;

typedef struct fact_line {
    char name[MAX_NAME];
    unsigned gens;
    int only; /* the architecture or chip that it holds for; -1 = all of the generations */
    int64_t value;
    place at;
} fact_line;

typedef struct model_line {
    char name[MAX_NAME], *options, *text, *certainty;
    char (*affects)[MAX_NAME]; /* words of bodies that its options change where no body says its name */
    int affected;
    place at;
} model_line;

/* What is known of the rows that fit a pattern. */
typedef struct rests_line {
    char (*pattern)[MAX_NAME];
    const char *text;
    unsigned gens;
    int level, count; /* gisa_evidence; of patterns */
    place at;
} rests_line;

typedef struct document_line {
    char name[MAX_NAME], *title;
    place at;
} document_line;

typedef struct correction_line {
    char document[MAX_NAME], pattern[MAX_OPERANDS][MAX_NAME], *text;
    unsigned gens;
    int count;
    place at;
} correction_line;

/* called DOCUMENT WORD ... : PATTERN ... */
typedef struct called_line {
    char document[MAX_NAME], word[MAX_OPERANDS][MAX_NAME], pattern[MAX_OPERANDS][MAX_NAME];
    unsigned gens;
    int words, count;
    place at;
} called_line;

/* What a word means, or `in.word`. */
typedef struct meaning_line {
    char word[MAX_NAME], *text;
    unsigned used; /* by which generations */
    bool unknown;  /* what a field or a value of it does */
    bool listed;   /* unknown: some field has such a value */
    place at;
} meaning_line;

typedef struct row_operand {
    char name[MAX_NAME], type[MAX_NAME];
    int mods;   /* 0 by type, 1 granted, -1 denied */
    int access; /* added */
} row_operand;

typedef struct flag {
    unsigned gens;
    char name[MAX_NAME];
    char *args; /* text between the parentheses, or NULL */
} flag;

/* template NAME PATTERN : WORD=text ...: what NAME(type, value) is in bodies of rows whose names
   fit the pattern. */
enum { TEMPLATE_SETTINGS = 4 };
typedef struct template_line {
    char name[MAX_NAME], pattern[MAX_NAME];
    char word[TEMPLATE_SETTINGS][MAX_NAME], text[TEMPLATE_SETTINGS][MAX_NAME];
    int settings;
    char *body;      /* NULL until it is read */
    const char *doc; /* what the docs of these rows end in; NULL = nothing */
    bool used;
    place at;
} template_line;

/* A marked word of a doc, and where it is in the spec. */
typedef struct marked_word {
    doc_mark mark;
    place at;
    const char *line;
    int column;
    bool used; /* a form has what it stands for */
} marked_word;

/* The doc of a row, without the braces. */
typedef struct row_doc {
    char *text;
    int size, summary; /* bytes: all of it; the first sentence, 0 = all */
    LIST(marked_word) marks;
    int first_mark; /* in doc_marks, once they have been written */
} row_doc;

/* A header: one line of opcodes. */
typedef struct header {
    char name[MAX_NAME], format[MAX_NAME];
    int opcode[MAX_GENS]; /* -1 = not there */
    row_operand operand[MAX_OPERANDS];
    int operand_count;
    flag flags[12];
    int flag_count;
    char *doc_text; /* as it stands in the spec, a line for each of its lines */
    place doc_at;
    row_doc *doc; /* the same, read; shared by the headers of a row */
    char *body;   /* with the type of this header; may be NULL */
    bool many;    /* rows of this name and format, which differ in operands */
    int body_line, body_number, second_body;
    int part[2]; /* with second_body: the rows whose bodies it has */
    const body_node *tree;
    body_facts facts; /* of its body */
    uint32_t models;  /* that its bodies speak of */
    place at;
} header;

/* A function for a type, or the only one. */
typedef struct body_instance {
    const body_word *word;
    body_type over;
    header source;              /* its text and place, tree and facts, as of a row */
    bool context;               /* it works on floats as MODE says, or looks at the wave or the instruction */
    bool done;                  /* parsed */
    struct body_instance *next; /* for another type */
} body_instance;

/* fn NAME(type name, ...) type : a word that is defined in the spec. */
typedef struct body_function {
    char param[MAX_PARAMS][MAX_NAME];
    char *text; /* NULL until it is read */
    int line;
    bool host;  /* rows of lanes have a version of their own */
    bool exact; /* one lane at a time */
    body_instance *instances;
} body_function;

typedef struct list_form {
    form f;
    form_length length;
    int header;
    char format[MAX_NAME];
    uint16_t ops[MAX_OPERANDS];
    bool literals;         /* it has an operand that may be a literal */
    int order;             /* of preference among the forms of one header */
    char suffix[MAX_NAME]; /* that the assembler takes, printed or not */
} list_form;

/* The registers that an operand may be, by bank and number. */
typedef struct register_table {
    int banks, choice_bits, number_bits, internal;
    bool doubled;
    int first, count; /* in generation.bank_registers */
    bank_file file[GISA_KIND_COUNT];
} register_table;

typedef struct generation {
    LIST(list_form) forms;
    LIST(op_spec) ops;
    LIST(bank_spec) banked;
    LIST(rival) rivals;
    LIST(register_table) register_tables;
    LIST(bank_register) bank_registers;
    LIST(uint16_t) op_list;
    LIST(bank_words) bank_words;
    LIST(uint16_t) op_banks; /* of ops: 1 + index in bank_words, 0 = it is in no bank */
    LIST(tree_node) nodes;
    LIST(tree_leaf) leaves;
    LIST(uint8_t) leaf_lengths; /* of leaves: in lengths */
    LIST(leaf_length) lengths;
    LIST(tree_test) tests;
    LIST(uint16_t) lists;
    code_info codes[512];
    uint16_t code_uses[CODES];
    gisa_operand code_operands[WIDTHS][CODES];
    int float_first, float_count;
    LIST(name_table) names;
    LIST(name_entry) entries;
    LIST(pack) packs;
    LIST(pack_part) parts;
    LIST(char *) count_code;   /* C text of count functions */
    LIST(uint32_t) count_text; /* and the expressions they come from, in strings */
    LIST(format_row) formats;
    LIST(format_field) format_fields;
    LIST(correction) corrections;
    LIST(called) called;
    LIST(meaning) meanings;
    LIST(unknown_field) unknowns;
    LIST(form_use) uses;           /* lists, each ended by NO_USE */
    LIST(form_schedule) schedules; /* of forms */
} generation;

typedef struct spec {
    char name[MAX_NAME];
    char gen[MAX_GENS][MAX_NAME];
    int parent[MAX_GENS]; /* the generation that it is like; -1 = it has a column in rows */
    int gen_count, columns;
    int shape_count; /* of all generations together */
    LIST(without_line) without;
    LIST(arch) archs;
    LIST(code_line) codes;
    LIST(format) formats;
    LIST(promotion) promotions;
    LIST(operand_line) operands;
    LIST(role_line) roles;
    LIST(part_line) parts;
    LIST(increments_line) increments;
    int other_increments; /* the generator of operands that are not among them */
    LIST(tail_line) tails;
    LIST(count_line) counts;
    LIST(banks_line) banks;
    LIST(channels_line) channels;
    LIST(swizzles_line) swizzles;
    LIST(constant_line) constants;
    LIST(operation_line) operations;
    LIST(kind_line) kinds;
    LIST(sources_line) sources;
    LIST(dual_line) duals;
    int unit;      /* bytes */
    bool complete; /* the text holds every bit */
    LIST(class_line) classes;
    LIST(names_line) names;
    LIST(pack_line) packs;
    LIST(access_line) accesses;
    LIST(numbers_line) numbers;
    int number_table_count;
    int part_count; /* of packed numbers; those of several generations count once */
    LIST(fact_line) facts;
    LIST(document_line) documents;
    LIST(correction_line) corrections;
    LIST(called_line) called;
    LIST(meaning_line) meanings;
    LIST(model_line) models;
    LIST(rests_line) rests;
    LIST(const char *) files; /* of which it consists */
    const char *only;         /* names of architectures, with blanks between them; NULL = all of them */
    bool any_line;            /* files that differ in lines of the spec alone keep their time */
    LIST(body_word) words;    /* of bodies */
    LIST(body_view) views;
    LIST(template_line) templates;
    LIST(body_instance *) functions; /* in the order in which they call each other */
    LIST(counter_line) counters;
    LIST(kind_of_count) count_kinds;
    LIST(counts_line) counts_lines;
    LIST(hazard_line) hazards;
    LIST(time_line) times;
    LIST(time_line) pauses;
    LIST(use_condition) conditions; /* of all generations together */
    LIST(header) headers;
    generation g[MAX_GENS];
    LIST(char) strings;
    uint32_t slot[STRING_SLOTS]; /* hash table over strings */
    int errors;
} spec;

/* main.c */
void fail(spec *s, place at, const char *text, ...) __attribute__((format(printf, 3, 4)));
uint32_t intern(spec *s, const char *text); /* offset in the string pool; 0 = "" */
char *copy_text(const char *text, size_t size);
const char *file_name(const char *path);         /* after the last slash */
bool is_like(const spec *s, int gen, int other); /* it is this other generation, or like it */
int column_of(const spec *s, int gen);           /* the one with a column in rows that it is, or is like */

/* read.c */
void read_file(spec *s, const char *path);

/* doc.c: parses a doc whose first line is at `at`; parses the docs of all headers; checks that rows
   have the operands their docs mark */
row_doc *read_doc(spec *s, const char *text, place at);
void read_docs(spec *s);
void check_docs(spec *s);
uint32_t state_mask(spec *s, place at, const char *words, size_t size);

/* check.c: what does not add up before anything is expanded */
void check(spec *s);
bool excludes(const flag *no, const promotion *p); /* !no(...) takes this promotion away */

/* expand.c: headers x promotions x generations -> forms */
void expand(spec *s);
const format *find_format(const spec *s, const char *name, int gen);
const flag *find_flag(const header *h, const char *name, int gen); /* gen < 0: on any generation */

/* body_type.c: gives header `index` the body of its row, whose headers begin with `first` */
void set_body(spec *s, int first, int index, const char *body, int line);

/* template.c: the body of a row with what its template stands for in it, and the row's doc
   likewise */
void apply_templates(spec *s, header *h);
bool take_template_body(spec *s,
                        const char *body); /* of the last statement; false = there is none that lacks it */
void check_templates(spec *s);
char *replaced(const char *text, const char *word,
               const char *by); /* the word, and _WORD at the end of words */

/* body_type.c: rows with the flag !like(ROW) get the body of that row */
void take_bodies_of_others(spec *s);

/* describe.c: what the engines do not need and users ask for: pictures of formats, corrections,
   names of other projects */
void describe(spec *s);

/* Whether a name fits a pattern, in which each * stands for any text. */
bool fits_pattern(const char *pattern, const char *name);

/* wanted.c: what goes into the tables */
bool is_wanted_arch(const spec *s, int index); /* in archs */
bool is_wanted_generation(const spec *s, int gen);
bool is_wanted_row(const spec *s, const header *h);

/* evidence.c: how it is known what each row does */
void weigh_evidence(spec *s);

/* explain.c: what words mean; a spec that explains one explains all */
void explain(spec *s);

/* meanings.c: what a word means, or in.name; of a field or an operand FORMAT.name before name; NULL
   = it has no meaning */
bool is_dotted(const char *word, const char *in, const char *name); /* is `word` the text "in.name"? */
meaning_line *find_meaning(const spec *s, const char *in, const char *name);
meaning_line *find_near_meaning(const spec *s, const char *format_name, const char *name);
const char *operand_meaning(const spec *s, const char *format_name, const char *name); /* "" = it has none */

/* schedule.c: the forms that statements about counters, hazards and issue times mean */
void schedule_forms(spec *s);
void emit_schedule(spec *s, int gen, FILE *out);
void emit_conditions(const spec *s, FILE *out);

/* tree.c: the decision tree of a generation */
void build_tree(spec *s, int gen);
int tree_shift(const spec *s);

/* lengths.c: the number of the length of a leaf with these forms, most special first; `seen` = the
   bits that lead there */
uint8_t leaf_length_of(spec *s, generation *g, const uint16_t *forms, int count, uint64_t seen);

/* shapes.c: one function for each sequence of operand shapes, which decodes them all */
void emit_op_words(spec *s, int gen, FILE *out);
void emit_shapes(spec *s, FILE *out); /* before the tables: it sets the shapes of forms */

/* counts.c: functions that say how many registers an operand has */
enum { COUNT_NAME = 32 };
void emit_counts(const spec *s, FILE *out);
void count_name(const spec *s, int gen, int i, char name[COUNT_NAME]); /* of function i of a generation */

/* banks.c: registers of banks and their channels */
/* The statement of this name; NULL and an error: there is none. */
const channels_line *channels_named(spec *s, place at, const char *name);
/* The channels that it always shows, a bit each. */
unsigned channels_always(const channels_line *c);
/* Reads the options of an operand; 1 + its number in the generation's table. `find` finds a field
 * that the operand holds, `look` one that it only depends on. */
uint16_t add_bank_operand(spec *s, int gen, const operand_line *o, field number,
                          field (*find)(void *ctx, const char *name),
                          field (*look)(void *ctx, const char *name), void *ctx);
void emit_banks(const spec *s, FILE *out);
void emit_bank_specs(const spec *s, FILE *out); /* which shapes look into */

/* constants.c: the table of constants */
void emit_constants(spec *s, FILE *out);

/* bank_words.c: what users read about operands in banks; `op` is the operand's number in the
   generation's table */
void describe_bank(spec *s, int gen, uint16_t op, const operand_line *o,
                   field (*find)(void *ctx, const char *name), void *ctx);
void emit_bank_words(spec *s, FILE *out);

/* dual.c: rows of dual-issue formats */
void expand_duals(spec *s);

/* rivals.c: what tells the forms of a name apart, which are in the order in which they are tried */
void add_rivals(spec *s, generation *g, const uint16_t *candidates, int count);
void mark_shared(generation *g); /* FORM_SHARES */

/* vocabulary.c: the words of bodies */
bool type_of_name(const char *name, body_type *type);
const body_word *find_word(const spec *s, const char *name);
const char *role_name(const spec *s, int role); /* what bodies call this operand */
const body_view *find_view(const spec *s, const char *name, bool each);
void emit_body_words(const spec *s, FILE *out);
const char *near_word(const spec *s, const char *name); /* NULL = none is similar */

/* The body of the last fn statement; false = there is none that lacks it. */
bool take_function_body(spec *s, char *body, int line);

/* parse_body.c: header.tree of all headers with a body */
void parse_bodies(spec *s);
void body_fault(spec *s, const header *h, const char *at, const char *text, ...)
    __attribute__((format(printf, 4, 5))); /* an error at this place of the row's body */

/* body_facts.c: header.facts */

void find_body_facts(spec *s);
/* The first view from number `from` on as which the body looks at the operand; NULL = there is
   none. */
const body_view *view_used(const spec *s, const header *h, int role, int from);

/* roles.c */
/* parts.c: fields that are something to the engine, and increment generators */
uint8_t generator_of(spec *s, const char *name);
void emit_parts(const spec *s, int gen, FILE *out);
void emit_numbers(spec *s, FILE *out); /* number_tables.c */
void check_parts(spec *s);

void check_roles(spec *s); /* whether the operands that bodies speak of are there */

/* models.c: unsettled choices */
void note_models(spec *s); /* header.models */
void emit_models(spec *s, FILE *out);
void emit_model_numbers(const spec *s, FILE *out);

/* bodies.c */
void write_bodies(spec *s, const char *folder);
bool runs_once(const spec *s, const header *h); /* for the wave, not for each lane */
void emit_body_text(FILE *out, const header *h,
                    const char *operands); /* what these have before their names */
/* Where the fields are in a word of the format of which the header's body speaks; how many. */
int emit_places(const spec *s, const header *h, const char *format_name, FILE *out);
void emit_functions(spec *s, FILE *out);           /* c.c: those of the vocabulary that bodies use */
const header *next_body(const spec *s, int *last); /* the header that is the first of its body, or NULL */
int format_class(const spec *s, const header *h);

/* output.c: a file that `emit` writes, which keeps its time if it is as it was; a line `#line back`
   in it stands for its own number */
void write_output(spec *s, const char *path, void (*emit)(spec *s, FILE *out, const void *what),
                  const void *what);
void make_folder(const char *path); /* if it is not there */

/* semantics.c: the vocabulary and the trees of bodies, as JSON */
void emit_semantics(spec *s, FILE *out);

/* literal.c */
void emit_string(FILE *out, const char *text); /* as a C string literal; NULL stays NULL */
void emit_operand(const gisa_operand *o, FILE *out);

/* facts.c: a header */
void emit_engine_facts(spec *s, FILE *out);

/* emit.c */
void emit_tables(spec *s, FILE *out);

/* row_info.c */
void emit_row_info(spec *s, FILE *out);

#endif
