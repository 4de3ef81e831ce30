import type { ScanState } from '@portal/contract'
import type { Timestamp } from '#platform/database/column-types.ts'

/** The virus scan result of a key of the file store. A key without a row was not scanned. */
export interface ScanTable {
  store_key: string
  state: ScanState
  /** The scanner's name of the virus, or the reason why the file was not scanned; null for a clean file. */
  finding: string | null
  /** Version of the scanner and its signatures; null when the file was not scanned. */
  signatures: string | null
  scanned_at: Timestamp
}

export interface ScanTables {
  scans: ScanTable
}
