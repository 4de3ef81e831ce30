import type { GaugeValue } from '#platform/metrics/metrics.ts'
import type { Deps } from '../deps.ts'
import type { BackupState } from './backup-state.ts'

const seconds = (at: Date): number => at.getTime() / 1000

/** Each metric with its value; null = it has none. */
const gauges: Readonly<Record<string, { help: string; value: (state: BackupState) => number | null }>> = {
  portal_backup_last_timestamp_seconds: {
    help: 'Instant of the last complete backup at BACKUP_TO; 0 if there is none',
    value: ({ last }) => (last === null ? 0 : seconds(last.at)),
  },
  portal_backup_last_bytes: {
    help: 'Size of the last complete backup, with files that it shares with earlier ones',
    value: ({ last }) => last?.bytes ?? null,
  },
  portal_backup_max_age_seconds: {
    help: 'How old the last backup may be; no value without a schedule',
    value: ({ maxAgeMs }) => (maxAgeMs === null ? null : maxAgeMs / 1000),
  },
  portal_backup_last_check_timestamp_seconds: {
    help: 'When a backup was last rehearsed (--check); no value if none was',
    value: ({ check }) => (check === null ? null : seconds(check.at)),
  },
  portal_backup_last_check_ok: {
    help: '1 if that rehearsal found the backup good, 0 if not',
    value: ({ check }) => (check === null ? null : check.problems.length === 0 ? 1 : 0),
  },
}

/** Metrics of the backups at BACKUP_TO; no values where that is not set. */
export function addBackupMetrics(
  { metrics }: Pick<Deps, 'metrics'>,
  read: () => Promise<BackupState | null>,
): void {
  for (const [name, { help, value }] of Object.entries(gauges))
    metrics.addGauge({ name, help }, async (): Promise<GaugeValue[]> => {
      const state = await read()
      const told = state === null ? null : value(state)
      return told === null ? [] : [{ value: told }]
    })
}
