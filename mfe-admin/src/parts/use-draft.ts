import { addToastAtom, crud, isProblem } from '@portal/shared-ui'
import type { Shape } from '@portal/shared-ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import type { DraftEditing } from './DraftFooter.tsx'

type ChangeKind = 'saved' | 'discarded' | 'published' | 'reverted'

interface Change {
  method: 'PATCH' | 'POST'
  /** The rest of the address: none for the draft itself. */
  below: '' | `/${string}`
  version: number
  body: object
  /** What the toast says afterwards. */
  said: string
}

export interface DraftOptions<Settings, Content> {
  /** Of `/crud`, and the first part of the query's key. */
  path: string
  schema: Shape<Settings>
  /** Read again when this changes. */
  revision?: unknown
  /** The draft, else what is in force. */
  contentOf: (settings: Settings) => Content
  /** The body that discards the draft. */
  empty: object
  t: (key: ChangeKind | 'conflict') => string
}

/** A draft that several people may edit, with the working copy of this page. */
export interface Draft<Settings, Content> extends Pick<
  DraftEditing,
  'isBusy' | 'failure' | 'isConflict' | 'save' | 'forget' | 'overwriteRemote'
> {
  settings: Settings
  /** What is shown: the working copy, else the draft, else what is in force. */
  content: Content
  /** The same without the working copy. */
  base: Content
  /** Is there a working copy? */
  isEdited: boolean
  replace: (content: Content) => void
  discardDraft: () => void
  publish: (note: string) => void
  /** Another call that changes what is published, with what the toast says afterwards. */
  post: (below: `/${string}`, body: object, said: string) => void
  /** Publishes an earlier version again. */
  revert: (to: number, note: string, more?: object) => void
}

/**
 * What is edited as a draft, and published later. Changes by others show immediately while nothing is edited
 * here, and never affect a working copy. Null while it is loaded.
 */
export function useDraft<Settings extends { version: number }, Content extends object>({
  path,
  schema,
  revision,
  contentOf,
  empty,
  t,
}: DraftOptions<Settings, Content>): {
  draft: Draft<Settings, Content> | null
  error: Error | null
  retry: () => void
} {
  const client = useQueryClient()
  const toast = useSetAtom(addToastAtom)
  const [working, setWorking] = useState<{ version: number; content: Content } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  const settingsKey = [path, 'settings']
  const query = useQuery({
    queryKey: [...settingsKey, revision],
    queryFn: ({ signal }) => crud({ apiPath: `/${path}`, method: 'GET' }, schema, { signal }),
    placeholderData: keepPreviousData,
  })
  const forget = () => {
    setWorking(null)
    setFailure(null)
    setConflict(false)
  }
  const change = useMutation({
    mutationFn: ({ method, below, version, body }: Change) =>
      crud({ apiPath: `/${path}${below}`, method, body: { version, ...body } }, schema),
    onSuccess: (settings, { said }) => {
      client.setQueriesData({ queryKey: settingsKey }, settings)
      forget()
      toast({ title: said })
    },
    onError: async (error) => {
      const isBehind = isProblem(error, 'version-conflict')
      setConflict(isBehind)
      setFailure(isBehind ? t('conflict') : error.message)
      if (isBehind) await client.invalidateQueries({ queryKey: settingsKey })
    },
  })

  const settings = query.data
  const retry = () => void query.refetch()
  if (settings === undefined) return { draft: null, error: query.error, retry }
  const { version } = settings
  const base = contentOf(settings)
  const shown = working ?? { version, content: base }
  const save = (kind: 'saved' | 'discarded', body: object, from = version) =>
    change.mutate({ method: 'PATCH', below: '', version: from, body, said: t(kind) })
  const post = (below: `/${string}`, body: object, said: string) =>
    change.mutate({ method: 'POST', below, version, body, said })
  return {
    draft: {
      settings,
      content: shown.content,
      base,
      isEdited: working !== null,
      isBusy: change.isPending,
      failure,
      isConflict,
      replace: (content) => setWorking({ version: shown.version, content }),
      save: () => save('saved', shown.content, shown.version),
      forget,
      discardDraft: () => save('discarded', empty),
      publish: (note) => post('/publish', { note }, t('published')),
      post,
      revert: (to, note, more = {}) => post('/revert', { to, note, ...more }, t('reverted')),
      overwriteRemote: () => save('saved', shown.content),
    },
    error: null,
    retry,
  }
}
