import type { ScanState } from '@portal/contract'
import type { Timestamp } from '#database/column-types.ts'

/**
 * What the virus scanner said of the bytes under a key of the file store. Bytes without a row were not
 * scanned.
 */
export interface ScanTable {
  store_key: string
  state: ScanState
  /** The scanner's name for what it found, or why it did not look; null for clean bytes. */
  finding: string | null
  /** Version of the scanner and its signatures; null where it did not look. */
  signatures: string | null
  scanned_at: Timestamp
}

export interface ScanTables {
  scans: ScanTable
}
