import { Metadata, PageMetadata } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import type { Shape } from '../../api/api.ts'
import type { WithListUpdates } from './list-updates.ts'

export interface RecordList extends WithListUpdates {
  records: AnyRecord[]
  metadata: Metadata
}

/** A page whose count may come later; it is null until then. */
export interface ListPage extends WithListUpdates {
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

function shapeWith<Told>(declaration: Declaration, metadata: Shape<Told>) {
  return {
    parse(value: unknown) {
      const records = isObject(value) ? value[declaration.responseField] : undefined
      if (!isObject(value) || !Array.isArray(records))
        throw new TypeError(`The answer has no list ${declaration.responseField}`)
      return { records: records.map(toRecord), metadata: metadata.parse(value['metadata']) }
    },
  }
}

/** Answer of a list or search: the collection's answer field and metadata. */
export const listShape = (declaration: Declaration): Shape<RecordList> => shapeWith(declaration, Metadata)

/** The same of a search that was asked with `count: "later"`. */
export const pageShape = (declaration: Declaration): Shape<ListPage> => shapeWith(declaration, PageMetadata)

/** Answer of reading one record. */
export const recordShape: Shape<AnyRecord> = { parse: toRecord }
