import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { AsOf, SuccessorTransitions, History, Mentionable, Notes, RelatedRecords } from '@portal/contract'
import type { AnyRecord, Declaration, NoteVisibility, SuccessorKind } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import type { Shape } from '../../../api/api.ts'
import { recordKeys } from '../../list/record-queries.ts'
import { recordShape } from '../../list/record-shape.ts'

const pathOf = ({ name }: Declaration, pid: string, part: string) =>
  `/${name}/${encodeURIComponent(pid)}/${part}`

export const notesPath = (declaration: Declaration, pid: string) => pathOf(declaration, pid, 'notes')

/** What is said about a record, oldest first. */
export function notesQuery(declaration: Declaration, pid: string) {
  return queryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'notes'],
    queryFn: async ({ signal }) =>
      (await crud({ apiPath: notesPath(declaration, pid), method: 'GET' }, Notes, { signal })).notes,
  })
}

/** People who can be mentioned in a note of the record, by the beginning of their name. */
export function mentionableQuery(
  { declaration, pid, visibility }: { declaration: Declaration; pid: string; visibility: NoteVisibility },
  searchToken: string,
) {
  return queryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'mentionable', visibility, searchToken],
    queryFn: async ({ signal }) =>
      (
        await crud(
          {
            apiPath: pathOf(declaration, pid, 'mentionable'),
            method: 'GET',
            query: { searchToken, visibility },
          },
          Mentionable,
          { signal },
        )
      ).people,
    staleTime: 60_000,
  })
}

export const followingPath = (declaration: Declaration, pid: string, kind: SuccessorKind) =>
  pathOf(declaration, pid, kind)

/**
 * Whether a permit can be amended and renewed now, and if not, why; asked for anew with every version of it.
 */
export function followingQuery(declaration: Declaration, pid: string, version: number) {
  return queryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'following', version],
    queryFn: async ({ signal }) =>
      (
        await crud({ apiPath: pathOf(declaration, pid, 'following'), method: 'GET' }, SuccessorTransitions, {
          signal,
        })
      ).following,
  })
}

const historyPage = 50

/** What happened to a record, newest first, page by page. */
export function historyQuery(declaration: Declaration, pid: string) {
  return infiniteQueryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'history'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      crud(
        {
          apiPath: pathOf(declaration, pid, 'history'),
          method: 'GET',
          query: { page: pageParam, pageSize: historyPage },
        },
        History,
        { signal },
      ),
    getNextPageParam: ({ metadata }) =>
      metadata.page * metadata.pageSize < metadata.count ? metadata.page + 1 : undefined,
  })
}

/** A record as it was at a past time. */
export function asOfQuery(declaration: Declaration, pid: string, asOf: string) {
  return queryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'as-of', asOf],
    queryFn: async ({ signal }) => {
      const call = { apiPath: `/${declaration.name}/${encodeURIComponent(pid)}`, method: 'GET' } as const
      const shape: Shape<AsOf & { record: AnyRecord }> = {
        parse: (value) => ({ ...AsOf.parse(value), record: recordShape.parse(value) }),
      }
      return crud({ ...call, query: { asOf } }, shape, { signal })
    },
  })
}

/** What a record refers to and what refers to it. */
export function relatedQuery(declaration: Declaration, pid: string) {
  return queryOptions({
    queryKey: [...recordKeys.record(declaration.name, pid), 'related'],
    queryFn: async ({ signal }) =>
      (
        await crud({ apiPath: pathOf(declaration, pid, 'related'), method: 'GET' }, RelatedRecords, {
          signal,
        })
      ).related,
  })
}
