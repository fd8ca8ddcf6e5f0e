/* SPDX-License-Identifier: MIT */
/* The sweep as a program: options, processes, progress. docs/sweep.md says what it is for.
 *
 * usage: sweep [OPTIONS] [ARCH...]
 *   -d DIR    where the files of shards are and go (build/sweep)
 *   -n N      split into N shards (64); those whose file is there already are not run again
 *   -s I/N    run shard I of N (0 to N - 1) and no other, and show no table
 *   -j JOBS   processes at once (as many as there are processors)
 *   -t STEP   a sample: one first dword of STEP
 *   -x SALT   other second dwords
 *   -T        run nothing, show the table and check that the shards are the whole
 * Without ARCH: all architectures. Status 0: all that was asked for is there and no law is
 * broken. */
#include "sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 1024, MAX_ARCHS = 64, NAME_ROOM = 1024 };

typedef struct options {
    const char *directory;
    part part; /* of which .shard is set when only_shard is */
    unsigned jobs, arch_count;
    const gisa_isa *archs[MAX_ARCHS];
    bool only_shard, only_table;
} options;

/* A process at work. */
typedef struct job {
    pid_t pid; /* 0 = none */
    const gisa_isa *isa;
    part part;
} job;

typedef struct pool {
    const options *options;
    job jobs[MAX_JOBS];
    progress *shown; /* per job, in memory that all processes see */
    uint64_t all, before, done,
        failed; /* words: of all shards, of those that were there already, of ended ones */
    unsigned next_arch;
    uint64_t next_shard;
    double start, shown_at;
    bool ok;
} pool;

_Noreturn void stop(const char *what, const char *which) {
    fprintf(stderr, "sweep: %s: %s\n", which, what);
    exit(2);
}

/* ---- progress ------------------------------------------------------------------------------ */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A line that changes on a terminal; elsewhere a line a minute. */
static void show_progress(pool *p, bool last) {
    bool terminal = isatty(2);
    double time = now(), rate;
    uint64_t done = p->done, failed = p->failed, left;
    if (time - p->shown_at < (terminal ? 0.5 : 60) && !(last && terminal))
        return;
    p->shown_at = time;
    for (unsigned i = 0; i < p->options->jobs; i++)
        if (p->jobs[i].pid) {
            done += atomic_load_explicit(&p->shown[i].words, memory_order_relaxed);
            failed += atomic_load_explicit(&p->shown[i].failed, memory_order_relaxed);
        }
    rate = (double)(done - p->before) / (time - p->start + 1e-9);
    left = rate > 0 ? (uint64_t)((double)(p->all - done) / rate) : 0;
    fprintf(stderr, "%s%5.1f %%, %.2f M words/s, %" PRIu64 ":%02u:%02u left, %" PRIu64 " failed%s",
            terminal ? "\r" : "sweep: ", 100 * (double)done / (double)(p->all ? p->all : 1), rate / 1e6,
            left / 3600, (unsigned)(left / 60 % 60), (unsigned)(left % 60), failed,
            terminal ? (last ? "   \n" : "   ") : "\n");
}

/* ---- processes ----------------------------------------------------------------------------- */

static pool work;

/* The end of this process is the end of its children; shards that are not whole leave no file. */
static void on_signal(int number) {
    for (unsigned i = 0; i < MAX_JOBS; i++)
        if (work.jobs[i].pid)
            kill(work.jobs[i].pid, SIGKILL);
    signal(number, SIG_DFL);
    raise(number);
}

static bool is_there(const options *o, const gisa_isa *isa, const part *p, result *r) {
    char name[NAME_ROOM];
    file_name(name, sizeof name, o->directory, isa, p);
    return file_read(name, r) && r->isa == isa && r->part.step == p->step && r->part.salt == p->salt &&
           r->part.build == p->build;
}

/* The next shard that has no file; false when there is none. */
static bool next(pool *p, const gisa_isa **isa, part *which) {
    static result r;
    const options *o = p->options;
    while (p->next_arch < o->arch_count) {
        *isa = o->archs[p->next_arch];
        *which = part_of(*isa, &o->part);
        which->shard = o->only_shard ? o->part.shard : p->next_shard;
        if (o->only_shard || ++p->next_shard == o->part.shards) {
            p->next_shard = 0;
            p->next_arch++;
        }
        if (!is_there(o, *isa, which, &r))
            return true;
        p->before += r.words;
        p->done += r.words;
        p->failed += r.failed;
        p->ok &= !r.failed;
    }
    return false;
}

static _Noreturn void do_shard(const options *o, const gisa_isa *isa, const part *p, progress *shown) {
    static result r;
    char name[NAME_ROOM];
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    file_name(name, sizeof name, o->directory, isa, p);
    shard_run(isa, p, &r, shown);
    if (!file_write(name, &r))
        stop(strerror(errno), name);
    _exit(r.failed != 0);
}

static void start(pool *p, unsigned i, const gisa_isa *isa, const part *which) {
    job *j = &p->jobs[i];
    j->isa = isa;
    j->part = *which;
    atomic_store(&p->shown[i].words, 0);
    atomic_store(&p->shown[i].failed, 0);
    fflush(stdout);
    j->pid = fork();
    if (j->pid == 0)
        do_shard(p->options, isa, which, &p->shown[i]);
    if (j->pid < 0)
        stop(strerror(errno), "fork");
}

static void ended(pool *p, unsigned i, int status) {
    job *j = &p->jobs[i];
    uint64_t bits = atomic_load(&p->shown[i].bits);
    p->done += atomic_load(&p->shown[i].words);
    p->failed += atomic_load(&p->shown[i].failed);
    if (status != 0)
        p->ok = false;
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1)
        fprintf(stderr, "%s shard %" PRIu64 "/%" PRIu64 ": %s %d at word %08x %08x\n", gisa_name(j->isa),
                j->part.shard, j->part.shards, WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), (unsigned)bits,
                (unsigned)(bits >> 32));
    j->pid = 0;
}

static bool run_all(const options *o) {
    pool *p = &work;
    const gisa_isa *isa;
    part which;
    bool more = true;
    unsigned running = 0;
    struct timespec pause = {0, 0};
    p->options = o;
    p->ok = true;
    p->shown =
        mmap(NULL, o->jobs * sizeof *p->shown, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p->shown == MAP_FAILED)
        stop(strerror(errno), "mmap");
    for (unsigned i = 0; i < o->arch_count; i++) {
        part its = part_of(o->archs[i], &o->part);
        p->all += o->only_shard ? part_shard_words(&its) : part_words(&its);
    }
    p->start = p->shown_at = now();
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    while (more || running) {
        pause.tv_nsec = pause.tv_nsec < 50000000 ? pause.tv_nsec * 2 + 100000 : pause.tv_nsec;
        for (unsigned i = 0; i < o->jobs; i++) {
            int status;
            if (p->jobs[i].pid && waitpid(p->jobs[i].pid, &status, WNOHANG) > 0) {
                ended(p, i, status);
                running--;
                pause.tv_nsec = 0;
            }
            if (!p->jobs[i].pid && more && (more = next(p, &isa, &which))) {
                start(p, i, isa, &which);
                running++;
            }
        }
        show_progress(p, false);
        if (running)
            nanosleep(&pause, NULL);
    }
    show_progress(p, true);
    return p->ok;
}

/* ---- options ------------------------------------------------------------------------------- */

/* A number that differs between builds of this program: that of its own bytes (FNV-1a). */
static uint64_t build_number(const char *self) {
    FILE *f = fopen("/proc/self/exe", "rb");
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    int c;
    if (!f && !(f = fopen(self, "rb")))
        stop(strerror(errno), self);
    while ((c = getc(f)) != EOF)
        hash = (hash ^ (unsigned)c) * UINT64_C(0x100000001b3);
    fclose(f);
    return hash;
}

static uint64_t number(const char *text, const char *option, uint64_t least, uint64_t most) {
    char *end;
    uint64_t value;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] == '-' || value < least || value > most)
        stop("not a number, or out of range", option);
    return value;
}

static void take_shard(options *o, char *text) {
    char *slash = strchr(text, '/');
    if (!slash)
        stop("expected I/N", "-s");
    *slash = 0;
    o->part.shards = number(slash + 1, "-s", 1, MAX_SHARDS);
    o->part.shard = number(text, "-s", 0, o->part.shards - 1);
    o->only_shard = true;
}

static void take_options(options *o, int argc, char **argv) {
    int c;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    o->directory = "build/sweep";
    o->part = (part){.step = 1, .shards = 64};
    o->jobs = processors > 0 && processors <= MAX_JOBS ? (unsigned)processors : 1;
    while ((c = getopt(argc, argv, "d:n:s:j:t:x:T")) != -1) {
        switch (c) {
        case 'd': o->directory = optarg; break;
        case 'n': o->part.shards = number(optarg, "-n", 1, MAX_SHARDS); break;
        case 's': take_shard(o, optarg); break;
        case 'j': o->jobs = (unsigned)number(optarg, "-j", 1, MAX_JOBS); break;
        case 't': o->part.step = number(optarg, "-t", 1, UINT32_MAX); break;
        case 'x': o->part.salt = number(optarg, "-x", 0, UINT64_MAX); break;
        case 'T': o->only_table = true; break;
        default: stop("see the head of tests/core/sweep/sweep.c", "usage");
        }
    }
    for (; optind < argc && o->arch_count < MAX_ARCHS; optind++)
        if (!(o->archs[o->arch_count++] = gisa_find(argv[optind])))
            stop("unknown architecture", argv[optind]);
    if (!o->arch_count)
        while (o->arch_count < MAX_ARCHS && (o->archs[o->arch_count] = gisa_at(o->arch_count)))
            o->arch_count++;
    o->part.build = build_number(argv[0]);
}

/* The arrays of a result must hold what the library has. */
static void check_sizes(const options *o) {
    gisa_format_info format;
    for (unsigned i = 0; i < o->arch_count; i++)
        if (gisa_format(o->archs[i], MAX_FORMATS, &format) == GISA_OK)
            stop("more formats than MAX_FORMATS", gisa_name(o->archs[i]));
    if (*gisa_oddity_text(1u << ODDITIES))
        stop("more oddities than ODDITIES", gisa_oddity_text(1u << ODDITIES));
}

int main(int argc, char **argv) {
    static options o;
    bool ok = true;
    take_options(&o, argc, argv);
    check_sizes(&o);
    if (!o.only_table) {
        if (mkdir(o.directory, 0777) != 0 && errno != EEXIST)
            stop(strerror(errno), o.directory);
        ok = run_all(&o);
    }
    if (!o.only_shard)
        for (unsigned i = 0; i < o.arch_count; i++) {
            part its = part_of(o.archs[i], &o.part);
            ok &= table_show(o.directory, o.archs[i], &its);
        }
    return !ok;
}
