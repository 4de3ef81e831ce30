import type { FileRecord, SharedRoot } from '@portal/contract'
import { explainMoment, formatMomentDay } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { formatSize } from './file-size.ts'
import { isFolder } from './folder.queries.ts'

/** One column besides the name. On a phone only the name's column stays and tells size, day and person below it. */
export interface FolderColumn {
  key: 'size' | 'changed' | 'by' | 'client' | 'visibleTo'
  width: number
  align?: 'right'
  text(record: FileRecord): string
  /** The whole story, as a tooltip. */
  hint?(record: FileRecord): string
}

const size: FolderColumn = { key: 'size', width: 96, align: 'right', text: (record) => (isFolder(record) ? t('folder') : formatSize(record.size)) }
const changed: FolderColumn = {
  key: 'changed',
  width: 128,
  text: (record) => formatMomentDay(record.updatedAt),
  hint: (record) => explainMoment(record.updatedAt),
}
const by: FolderColumn = { key: 'by', width: 176, text: (record) => record.updatedBy?.title ?? '' }
const client: FolderColumn = { key: 'client', width: 200, text: (record) => record.org?.title ?? '' }
const visibleTo: FolderColumn = { key: 'visibleTo', width: 144, text: (record) => t(record.visibility) }
const administrators: FolderColumn = { ...visibleTo, text: () => t('administrators') }

/** Columns of a root's folders. A client sees nothing but their own, so nobody has to tell them whose it is and who sees it. */
export function folderColumns(root: SharedRoot, isClient: boolean): readonly FolderColumn[] {
  if (isClient) return [size, changed, by]
  if (root === 'restricted') return [size, changed, by, administrators]
  return root === 'uploads' ? [client, size, changed, by, visibleTo] : [size, changed, by, visibleTo]
}

/** What the columns tell of a record in one line, for narrow screens; who sees it is left to wider ones. */
export function inShort(record: FileRecord, columns: readonly FolderColumn[]): string {
  const told = columns.filter((column) => column.key !== 'visibleTo').map((column) => column.text(record))
  return told.filter(Boolean).join(' · ')
}
