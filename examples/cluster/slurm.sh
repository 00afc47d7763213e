#!/bin/sh
#SBATCH --array=0-99
#SBATCH --cpus-per-task=1
# Does a hundredth of the units in units.jsonl: `sbatch slurm.sh`. What comes of them is in done/, a file a task.
set -eu
part=${SLURM_ARRAY_TASK_ID:-0}
parts=${SLURM_ARRAY_TASK_COUNT:-100}
mkdir -p done
# Every hundredth, so that all parts are about as large; a file is whole once it has its name.
awk -v part="$part" -v parts="$parts" 'NR % parts == part' units.jsonl > "done/$part.units"
if [ -s "done/$part.units" ]; then
    tremaux job unit - < "done/$part.units" > "done/$part.partial"
    mv "done/$part.partial" "done/$part.jsonl"
fi
rm "done/$part.units"
