/* SPDX-License-Identifier: MIT */
/* An object file in memory: what the assembler makes, what the ELF writer writes, and what the ELF
 * reader hands to the disassembler. Everything here allocates with malloc and belongs to
 * `object`. */
#ifndef GISA_OBJECT_H
#define GISA_OBJECT_H

#include "gisa.h"

/* A growing run of bytes. Once an allocation has failed `failed` stays set and appends do nothing,
 * so that callers check once, at the end. Without room but not empty: it is a view of what belongs
 * to somebody else, and does not grow. */
typedef struct bytes {
    uint8_t *data;
    size_t size, room;
    bool failed;
} bytes;

bytes bytes_view(const void *data, size_t size);
void bytes_append(bytes *b, const void *data, size_t size);
/* What `from` holds comes after what b holds; `from` is empty then. */
void bytes_join(bytes *b, bytes *from);
void bytes_fill(bytes *b, uint8_t value, size_t size);
void bytes_text(bytes *b, const char *text);
void bytes_format(bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* At least `size` writable bytes after the last one, for writing in place (then add to b->size);
 * NULL when out of memory. */
uint8_t *bytes_room(bytes *b, size_t size);
void bytes_free(bytes *b);

/* large.c: memory in large pages, if the system has them. */
enum { LARGE_PAGE = 1 << 21 };
/* `size` is a power of two; free() it. NULL = out of memory. */
void *large_new(size_t size);
/* The same, zeroed, for a table that is read at random. */
void *table_new(size_t size);
/* Asks for large pages in memory of malloc or realloc, if it is large enough. */
void large_ask(void *data, size_t size);

typedef struct section {
    char *name;
    uint32_t type;  /* SHT_* of elf_types.h */
    uint64_t flags; /* SHF_* */
    uint64_t align; /* a power of two, at least 1 */
    uint64_t entry_size;
    uint64_t address;    /* when loaded; 0 in relocatable files */
    bytes content;       /* empty for SHT_NOBITS */
    uint64_t size;       /* content.size, or the size of a SHT_NOBITS section */
    uint32_t link, info; /* as in the file; read only */
} section;

typedef struct symbol {
    char *name;
    int section;    /* index in object.sections; OBJECT_UNDEFINED ... OBJECT_LDS */
    uint64_t value; /* offset in its section; absolute value; alignment of a common or LDS symbol */
    uint64_t size;
    uint8_t binding;    /* STB_* */
    uint8_t type;       /* STT_* */
    uint8_t visibility; /* STV_* */
} symbol;

/* OBJECT_LDS: space in the LDS that the loader lays out (.amdgpu_lds; SHN_AMDGPU_LDS in the
   file). */
enum { OBJECT_UNDEFINED = -1, OBJECT_ABSOLUTE = -2, OBJECT_COMMON = -3, OBJECT_LDS = -4 };

typedef struct relocation {
    int section;     /* the section that is patched */
    uint64_t offset; /* in it */
    uint32_t type;   /* R_AMDGPU_* */
    int symbol;      /* index in object.symbols; -1 = none */
    int64_t addend;
} relocation;

typedef struct object {
    uint16_t elf_type;   /* ET_REL, ET_DYN */
    uint32_t elf_flags;  /* e_flags */
    uint8_t os_abi;      /* ELFOSABI_AMDGPU_HSA = 64 */
    uint8_t abi_version; /* v2 0, v3 1, v4 2, v5 3 */
    section *sections;
    size_t section_count, section_room;
    symbol *symbols;
    size_t symbol_count, symbol_room;
    relocation *relocations;
    size_t relocation_count, relocation_room;
} object;

/* The first note of this owner and type; `content` is a view of the file. */
bool object_find_note(const object *o, const char *owner, uint32_t type, bytes *content);

/* What the object is for; NULL = unknown. */
const gisa_isa *object_isa(const object *o);
/* The same for a file; *isa = NULL: it is unknown, or the status says why the file cannot be
   read. */
gisa_status object_find_isa(const void *file, size_t size, const gisa_isa **isa);

void object_init(object *o);
void object_free(object *o);

/* What AMD adds to ELF: values of its fields. */
enum {
    OBJECT_MACHINE = 224,   /* e_machine of AMDGPU */
    OBJECT_OS_ABI_HSA = 64, /* e_ident[EI_OSABI] */
    OBJECT_OS_ABI_PAL = 65,
    OBJECT_OS_ABI_MESA = 66,
    OBJECT_SHN_LDS = 0xff00,   /* st_shndx of OBJECT_LDS symbols */
    OBJECT_STT_KERNEL = 10,    /* code object v2: amd_kernel_code_t and the code after it */
    OBJECT_NOTE_METADATA = 32, /* owner "AMDGPU": MessagePack, code object v3 and later */
    /* Owner "AMD", code object v2. */
    OBJECT_NOTE_V2_ISA = 3,       /* u16 sizes of two names, u32 major, minor, stepping, the names */
    OBJECT_NOTE_V2_METADATA = 10, /* YAML */
    OBJECT_NOTE_OLD_PAL = 12      /* pairs of words: a register and its value */
};

/* Relocation types of e_machine 224. S symbol, A addend, P place, G its entry's offset in GOT. */
enum {
    R_AMDGPU_NONE = 0,
    R_AMDGPU_ABS32_LO = 1,      /* (S + A) & 0xffffffff */
    R_AMDGPU_ABS32_HI = 2,      /* (S + A) >> 32 */
    R_AMDGPU_ABS64 = 3,         /* S + A */
    R_AMDGPU_REL32 = 4,         /* S + A - P */
    R_AMDGPU_REL64 = 5,         /* S + A - P */
    R_AMDGPU_ABS32 = 6,         /* S + A */
    R_AMDGPU_GOTPCREL = 7,      /* G + GOT + A - P */
    R_AMDGPU_GOTPCREL32_LO = 8, /* (G + GOT + A - P) & 0xffffffff */
    R_AMDGPU_GOTPCREL32_HI = 9, /* (G + GOT + A - P) >> 32 */
    R_AMDGPU_REL32_LO = 10,     /* (S + A - P) & 0xffffffff */
    R_AMDGPU_REL32_HI = 11,     /* (S + A - P) >> 32 */
    R_AMDGPU_RELATIVE64 = 13,   /* load address + A; only in .rela.dyn */
    R_AMDGPU_REL16 = 14         /* ((S + A - P) - 4) / 4 in 16 bits: a branch */
};

/* Each returns the index of the new element, or -1 when out of memory. The name is copied. */
int object_add_section(object *o, const char *name, uint32_t type, uint64_t flags);
int object_add_symbol(object *o, const char *name);
int object_add_relocation(object *o, int in_section, uint64_t offset, uint32_t type, int to_symbol,
                          int64_t addend);
int object_find_section(const object *o, const char *name); /* -1 = none */

/* A fault in a file, or in what was asked of the writer: where (an offset in the file, or 0) and
   what. */
typedef struct object_fault {
    uint64_t offset;
    char message[200];
} object_fault;

/* Fills in the fault; always GISA_STATUS_BAD_FILE, so that a reader can `return
   object_fail(...)`. */
gisa_status object_fail(object_fault *fault, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sections, symbols and relocations keep the file's order; the null section and the null symbol are
 * left out, so that section i of the file is sections[i - 1]. In a loadable file, symbol values and
 * relocation offsets are made relative to their sections; its relocations are those of
 * .rela.dyn. */
/* elf_read.c: any bytes; bounded by the file's own size; every offset and count is checked. */
/* The content of sections is a view of `file`, which has to stay as long as the object. */
gisa_status object_read(object *o, const void *file, size_t size, object_fault *fault);
/* elf_write.c: a relocatable object (ET_REL) with .symtab, .strtab, .shstrtab, .rela.* */
gisa_status object_write_relocatable(const object *o, bytes *out, object_fault *fault);
/* elf_link.c: a loadable AMDHSA code object (ET_DYN) with no linker: lays sections out in segments,
 * resolves relocations between them, makes .dynsym .hash .dynstr .dynamic for global symbols; fails
 * with a message that names the symbol when one is undefined. */
gisa_status object_write_loadable(const object *o, bytes *out, object_fault *fault);

/* descriptor.c: the 64-byte AMDHSA kernel descriptor and its .amdhsa_ directives. One table of
 * (directive, bit position, width, ...) serves both directions. */
typedef struct kernel_config {
    uint8_t raw[64];    /* the descriptor that results; entry offset (bytes 16..23) is a relocation */
    uint64_t value[96]; /* value per directive, by index */
    uint8_t set[96];    /* given in the source */
    bool xnack;         /* the target id says xnack on, or leaves it open; kernel_config_init takes what a
                             target id without ":xnack" means */
    char message[160];  /* where the sentences below are kept */
} kernel_config;

/* The names of all directives, without ".amdhsa_"; NULL past the last. */
const char *kernel_config_name(size_t i);
/* The field of directive i: the byte of the little-endian number that holds it, that number's size,
 * its lowest bit and its bits. `granules`: it holds a number of registers, in granules and less
 * one. false: it has no field of its own, or there is no such directive. */
typedef struct kernel_field {
    uint8_t byte, size, lowest, bits;
    bool granules;
} kernel_field;
bool kernel_config_field(size_t i, kernel_field *field);
void kernel_config_init(kernel_config *k, const gisa_isa *isa);
/* Sets one directive (".amdhsa_next_free_vgpr"). NULL = done; otherwise a sentence: what is
   wrong. */
const char *kernel_config_set(kernel_config *k, const gisa_isa *isa, const char *directive, int64_t value);
/* Computes raw[] from the directives. NULL = done; otherwise a sentence. */
const char *kernel_config_finish(kernel_config *k, const gisa_isa *isa);
/* Appends ".amdhsa_kernel NAME" ... ".end_amdhsa_kernel" such that assembling the text gives the
 * same 64 bytes; false (and nothing appended) where no directives can give these bytes. */
bool kernel_config_print(bytes *out, const gisa_isa *isa, const char *name, const uint8_t raw[64]);

/* metadata.c: the code object's MessagePack note and its text (YAML between .amdgpu_metadata and
 * .end_amdgpu_metadata). */
/* Appends the YAML text; GISA_STATUS_BAD_FILE where the bytes are no MessagePack or would not come
 * back equal. `hex`: numbers are hexadecimal, as for PAL. */
gisa_status metadata_to_text(bytes *out, const void *note, size_t size, bool hex);
/* Appends MessagePack for the YAML subset that compilers write. *line = where it went wrong, from
   0. */
gisa_status metadata_from_text(bytes *out, const char *text, size_t size, size_t *line, char message[200]);

#endif
