#!/bin/sh
# SPDX-License-Identifier: MIT
# Case files in parts: by GNU parallel, and as an array of jobs of Slurm, which runs on this machine
# with a configuration of its own and ends with the test (as root, with the packages slurm-wlm and
# parallel). All parts together must run each case of one whole run exactly once.
# usage: sh tests/cases/shards.sh GISA
. "$(dirname "$0")/../lib.sh"
gisa=$(realpath "$1")
cases=$(realpath "$(dirname "$0")")/*.case
parts=5

names() { # names FILE...: the cases that ran, from TAP
    cat "$@" | sed -n 's/^\(not \)\{0,1\}ok [0-9]* - //p' | sort
}
"$gisa" test --tap $cases >"$dir/whole.tap" 2>"$dir/err"
names "$dir/whole.tap" >"$dir/whole"
[ "$(wc -l <"$dir/whole")" -gt 20 ]
ok 'one process' $? "$dir/whole.tap"

# ---- GNU parallel

parallel -j 2 "'$gisa' test --tap --shard {}/$parts $cases >'$dir/parallel.{}'" ::: $(seq $parts) >"$dir/out" 2>&1
ok 'GNU parallel ends well' $? "$dir/out"
names "$dir"/parallel.* >"$dir/got"
same 'GNU parallel runs each case once' "$dir/whole" "$dir/got"

# ---- Slurm

if [ "$(id -u)" -ne 0 ] || ! command -v sbatch >/dev/null; then
    ok 'Slurm: it needs root, and the package slurm-wlm' 1
    finish
fi
slurm=$dir/slurm
mkdir "$slurm" "$slurm/state" "$slurm/spool" "$slurm/jobs"
chmod 755 "$dir" "$slurm" # munged refuses a folder that others may write
cat >"$slurm/slurm.conf" <<END
ClusterName=gisa
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=36817
SlurmdPort=36818
AuthInfo=socket=$slurm/munge.socket
CredType=cred/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES
END
export SLURM_CONF="$slurm/slurm.conf"
dd if=/dev/urandom of="$slurm/key" bs=1024 count=1 2>"$dir/err"
chmod 400 "$slurm/key"
daemons=
trap 'kill $daemons 2>/dev/null; wait; rm -rf "$dir"' EXIT
munged -F --force --key-file="$slurm/key" --socket="$slurm/munge.socket" --pid-file="$slurm/munge.pid" --log-file="$slurm/munge.log" \
    --seed-file="$slurm/munge.seed" >"$slurm/munged.out" 2>&1 &
daemons="$daemons $!"
slurmctld -D >"$slurm/slurmctld.out" 2>&1 &
daemons="$daemons $!"
slurmd -D >"$slurm/slurmd.out" 2>&1 &
daemons="$daemons $!"
for second in $(seq 60); do
    sinfo -h -t idle 2>"$dir/err" | grep -q idle && break
    sleep 1
done
sinfo >"$dir/out" 2>&1 && grep -q idle "$dir/out"
ok 'Slurm is up' $? "$dir/out"

cat >"$dir/job.sh" <<END
#!/bin/sh
exec '$gisa' test --tap --shard "\$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT" $cases >'$slurm/jobs/'\$SLURM_ARRAY_TASK_ID
END
timeout 300 sbatch --wait --array="1-$parts" --output="$slurm/jobs.log" --chdir="$slurm" "$dir/job.sh" >"$dir/out" 2>&1
ok 'an array of jobs ends well' $? "$dir/out"
[ "$(ls "$slurm/jobs" | wc -l)" -eq $parts ]
ok "$parts jobs ran" $? "$slurm/slurmctld.log"
names "$slurm"/jobs/* >"$dir/got"
same 'Slurm runs each case once' "$dir/whole" "$dir/got"

# A case that fails is a job that fails.
printf 'case-file 1\ncase wrong\narch gfx900\norigin derived: by hand\ncode hex\n7e000281\nend\nexpect v0 = 2\n' >"$dir/wrong.case"
printf '#!/bin/sh\nexec %s test --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" %s\n' "'$gisa'" "'$dir/wrong.case'" >"$dir/wrong.sh"
timeout 300 sbatch --wait --array=1-2 --output=/dev/null --chdir="$slurm" "$dir/wrong.sh" >"$dir/out" 2>&1
[ $? -eq 1 ]
ok 'the job of a failing case fails' $? "$dir/out"
finish shards
