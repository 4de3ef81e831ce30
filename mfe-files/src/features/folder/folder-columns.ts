import { fileVisibilities } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import { dateTimeTooltip, formatMomentDay, formatSize } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { isFolder } from './folder.queries.ts'
import type { FileBrowserContext } from './file-browser-context.ts'

/**
 * A column besides the name. In narrow containers only the name column is shown, with size, date and author
 * below the name.
 */
export interface FolderColumn {
  key: 'size' | 'changed' | 'by' | 'scan' | 'client' | 'visibleTo'
  width: number
  align?: 'right'
  text(record: FileRecord, room: Pick<FileBrowserContext, 'client'>): string
  /** The full text, as a tooltip. */
  hint?(record: FileRecord): string
}

const size: FolderColumn = {
  key: 'size',
  width: 96,
  align: 'right',
  text: (record) => (isFolder(record) ? t('folder') : formatSize(record.size)),
}
const changed: FolderColumn = {
  key: 'changed',
  width: 128,
  text: (record) => formatMomentDay(record.updatedAt),
  hint: (record) => dateTimeTooltip(record.updatedAt),
}
const by: FolderColumn = { key: 'by', width: 176, text: (record) => record.updatedBy?.title ?? '' }
/** The scan result; folders have none. */
const scan: FolderColumn = {
  key: 'scan',
  width: 112,
  text: ({ scanned }) => (scanned === undefined ? '' : t(`scan_${scanned}`)),
  hint: ({ scanned }) => (scanned === undefined ? '' : t(`scan_${scanned}Hint`)),
}
const client: FolderColumn = { key: 'client', width: 200, text: (record) => record.org?.title ?? '' }
/** The visibility: staff only, or the client by name as well. */
function sharedWith(visibility: FileRecord['visibility'], whose: string | null): string {
  return visibility === 'CLIENT' && whose !== null ? t('clientAndStaff', { client: whose }) : t(visibility)
}
const visibleTo: FolderColumn = {
  key: 'visibleTo',
  width: 144,
  text: ({ visibility }, { client: whose }) => sharedWith(visibility, whose),
}
const administrators: FolderColumn = { ...visibleTo, text: () => t('administrators') }

const ofClient = [size, changed, by, scan] as const
const ofRestricted = [size, changed, by, scan, administrators] as const
const ofUploads = [client, size, changed, by, scan, visibleTo] as const
const ofStaff = [size, changed, by, scan, visibleTo] as const

/**
 * The columns of a file browser. Clients see only their own files, so owner and visibility are omitted for
 * them.
 */
export function folderColumns({
  kind,
  isClient,
}: Pick<FileBrowserContext, 'kind' | 'isClient'>): readonly FolderColumn[] {
  if (isClient) return ofClient
  if (kind === 'restricted') return ofRestricted
  return kind === 'uploads' ? ofUploads : ofStaff
}

/**
 * Whether the viewer may set here who sees a file. The team and restricted folders are for staff, whatever a
 * file's visibility is.
 */
export function marksVisibility({
  kind,
  mayChange,
}: Pick<FileBrowserContext, 'kind' | 'mayChange'>): boolean {
  return mayChange && (kind === 'record' || kind === 'uploads')
}

/** The opposite visibility. */
export function otherVisibility(record: FileRecord): FileRecord['visibility'] {
  return fileVisibilities.find((fileVisibility) => fileVisibility !== record.visibility) ?? record.visibility
}

/** The columns of a record as one line, for narrow containers. */
export function inShort(
  record: FileRecord,
  columns: readonly FolderColumn[],
  room: Pick<FileBrowserContext, 'kind' | 'mayChange' | 'client'>,
): string {
  const told = columns
    .filter((column) => column.key !== 'visibleTo' || marksVisibility(room))
    .map((column) => column.text(record, room))
  return told.filter(Boolean).join(' · ')
}
