#!/bin/sh
# Starts a Slurm of one node on this machine, to try the other files here: Debian's `slurm-wlm`, as root, in a folder of its own.
#
#     contrib/slurm/one-node.sh /tmp/slurm
#     SLURM_CONF=/tmp/slurm/slurm.conf sbatch --mem-per-cpu=0 ..
set -eu
folder=${1:?give a folder for its files}
node=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool" /run/munge
chown munge: /run/munge
[ -S /run/munge/munge.socket.2 ] || runuser -u munge -- munged
cat > "$folder/slurm.conf" << END
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"
slurmctld
slurmd
# A node answers a few seconds after it was started.
for _ in 1 2 3 4 5 6 7 8 9 10; do
    sinfo --noheader --states=idle | grep -q . && break
    sleep 1
done
sinfo
