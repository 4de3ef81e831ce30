import { Metadata, PageMetadata } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import type { Shape } from '../../api/api.ts'
import type { WithListUpdates } from './list-updates.ts'

export interface RecordList extends WithListUpdates {
  records: AnyRecord[]
  metadata: Metadata
}

/** The same of a page whose count may come later: it is null while it is on its way. */
export interface RecordListPage extends WithListUpdates {
  records: AnyRecord[]
  metadata: PageMetadata
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Is it a record as the server sends them? */
export function isRecord(value: unknown): value is AnyRecord {
  return isObject(value) && typeof value['pid'] === 'string' && typeof value['version'] === 'number'
}

/** The value as a record. Throws TypeError for anything else. */
export function toRecord(value: unknown): AnyRecord {
  if (!isRecord(value)) throw new TypeError('The answer is not a record')
  return value
}

/** The records of a list or search, in the collection's answer field. Throws TypeError where there are none. */
function recordsIn(declaration: Declaration, value: unknown): { records: AnyRecord[]; metadata: unknown } {
  const records = isObject(value) ? value[declaration.responseField] : undefined
  if (!isObject(value) || !Array.isArray(records))
    throw new TypeError(`The answer has no list ${declaration.responseField}`)
  return { records: records.map(toRecord), metadata: value['metadata'] }
}

/** Answer of a list or search: the collection's answer field and metadata. */
export function listShape(declaration: Declaration): Shape<RecordList> {
  return {
    parse(value) {
      const { records, metadata } = recordsIn(declaration, value)
      return { records, metadata: Metadata.parse(metadata) }
    },
  }
}

/** The same of a page whose count may come later. */
export function listPageShape(declaration: Declaration): Shape<RecordListPage> {
  return {
    parse(value) {
      const { records, metadata } = recordsIn(declaration, value)
      return { records, metadata: PageMetadata.parse(metadata) }
    },
  }
}

/** Answer of reading one record. */
export const recordShape: Shape<AnyRecord> = { parse: toRecord }
