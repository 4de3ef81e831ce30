import type { FileRecord } from '@portal/contract'
import { isFolder } from './folder.queries.ts'

/** The sort orders of a folder; a leading minus reverses one. */
export const folderSorts = ['name', '-name', 'changed', '-changed', 'size', '-size', 'kind', '-kind'] as const
export type FolderSort = (typeof folderSorts)[number]
export const sortKeys = ['name', 'kind', 'size', 'changed'] as const
export type SortKey = (typeof sortKeys)[number]

/** The order in an address; by name when there is none. */
export function sortIn(text: string | null): FolderSort {
  return folderSorts.find((sort) => sort === text) ?? 'name'
}

/**
 * The order after a click on a heading: the same column reverses it; dates and sizes start with the newest
 * and the largest.
 */
export function nextSort(sort: FolderSort, key: SortKey): FolderSort {
  if (sort === key) return `-${key}`
  if (sort === `-${key}`) return key
  return key === 'changed' || key === 'size' ? `-${key}` : key
}

const alphabet = new Intl.Collator('en')
const maxNumberLength = 16
const nameKeys = new WeakMap<FileRecord, string>()

/**
 * The natural sort key of a name. Computed once per record, because sorting ten thousand names makes more
 * than a hundred thousand comparisons.
 */
function nameKey(record: FileRecord): string {
  const known = nameKeys.get(record)
  if (known !== undefined) return known
  const key = record.name.toLowerCase().replaceAll(/\d+/gu, (digits) => digits.padStart(maxNumberLength, '0'))
  nameKeys.set(record, key)
  return key
}

/** The extension of a file's name, which determines its kind. */
function kindOf({ name, mimeType }: FileRecord): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : mimeType
}

const byName = (one: FileRecord, other: FileRecord) => alphabet.compare(nameKey(one), nameKey(other))

const comparisons: Readonly<Record<SortKey, (one: FileRecord, other: FileRecord) => number>> = {
  name: byName,
  kind: (one, other) => alphabet.compare(kindOf(one), kindOf(other)),
  size: (one, other) => one.size - other.size,
  changed: (one, other) => one.updatedAt.localeCompare(other.updatedAt),
}

/**
 * The order of a folder: folders first, then as requested, then in natural name order ("Sheet 2" before
 * "Sheet 10"). By name, staff see uploads of several clients grouped by client.
 */
export function folderOrder(sort: FolderSort): (one: FileRecord, other: FileRecord) => number {
  const key = sortKeys.find((sortKey) => sort === sortKey || sort === `-${sortKey}`) ?? 'name'
  const direction = sort.startsWith('-') ? -1 : 1
  const client = (one: FileRecord, other: FileRecord) =>
    key !== 'name' || one.org?.pid === other.org?.pid
      ? 0
      : alphabet.compare(one.org?.title ?? '', other.org?.title ?? '')
  return (one, other) =>
    client(one, other) ||
    Number(isFolder(other)) - Number(isFolder(one)) ||
    direction * comparisons[key](one, other) ||
    byName(one, other)
}
